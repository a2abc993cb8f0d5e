import type { DayOfPerson } from '@rollcall/core/attendance/attendance.types';
import type { PersonToday } from '@rollcall/core/attendance/today/today.ports';
import { type TodayFigures, UNDO_SECONDS } from '@rollcall/core/attendance/today/today.rules';
import type { Zone } from '@rollcall/core/kernel/zones/zone';
import type { Services } from '@rollcall/core/services';
import type { z } from 'zod';
import { actorOf } from '../http/access.ts';
import { toWireDate } from '../http/contract-parts.ts';
import { createRouter } from '../http/router.ts';
import * as contract from './today.contract.ts';

type List = Awaited<ReturnType<Services['todayList']['read']>>;

const presentPerson =
  (zone: Zone) =>
  (person: PersonToday): z.infer<typeof contract.wirePersonToday> => ({
    id: person.code,
    name: person.name,
    type: person.kind,
    class_section: person.classSection,
    contact_phone: person.phone,
    classes: [...person.classes],
    state: person.state,
    time: person.firstIn && zone.timeOf(person.firstIn),
    excuse: person.excuse,
    mark: person.markId,
    notes: person.notes.map(({ id, kind, text, at, by }) => ({ id, kind, text, time: zone.timeOf(at), by })),
  });

const presentArrival = (zone: Zone) => (day: DayOfPerson) => ({
  id: day.code,
  name: day.name,
  time: day.firstIn ? zone.timeOf(day.firstIn) : '',
  late: !day.isDayOff && day.status !== 'on_time',
});

const presentFigures = (figures: TodayFigures): z.infer<typeof contract.wireToday>['figures'] => ({
  people: figures.people,
  expected: figures.expected,
  here: figures.here,
  late: figures.late,
  not_yet: figures.notYet,
  absent: figures.absent,
  excused: figures.excused,
  visits: figures.visits,
  new_today: figures.notDue,
});

const presentToday = (list: List): z.infer<typeof contract.wireToday> => {
  const { today, times, figures } = list;
  return {
    date: toWireDate(today.date),
    time: today.zone.timeOf(today.now),
    due: today.isWorkingDay,
    starts_at: times.startTime,
    on_time_until: times.onTimeUntil,
    figures: presentFigures(figures),
    section_figures: presentFigures(list.ofSection),
    rate: list.rate,
    arrivals: list.arrivals.map(presentArrival(today.zone)),
    people: list.rows.map(presentPerson(today.zone)),
    total: list.total,
  };
};

export function todayRoutes({ todayList, todayMarks, todayExcuse, settings }: Services) {
  const personNow = async (actor: Parameters<typeof todayList.person>[0], code: string) =>
    presentPerson((await settings.today()).zone)(await todayList.person(actor, code));

  return createRouter()
    .openapi(contract.readToday, async (c) => {
      const { page, limit, ...filter } = c.req.valid('query');
      const list = await todayList.read(actorOf(c), { ...filter, limit, offset: (page - 1) * limit });
      return c.json(presentToday(list), 200);
    })
    .openapi(contract.personToday, async (c) => {
      const person = await personNow(actorOf(c), c.req.valid('param').id);
      const { zone, now } = await settings.today();
      return c.json({ time: zone.timeOf(now), person }, 200);
    })
    .openapi(contract.markToday, async (c) => {
      const { user_id, mark, time, reason, until } = c.req.valid('json');
      const given = { mark, time: time ?? undefined, reason: reason ?? undefined };
      const { id, leaveId } =
        until && reason
          ? await todayExcuse.excuse(actorOf(c), user_id, reason, until)
          : { ...(await todayMarks.mark(actorOf(c), user_id, given)), leaveId: null };
      const person = await personNow(actorOf(c), user_id);
      const isKept = id === null && leaveId === null;
      const message = isKept ? `Already here since ${person.time}.` : 'Marked.';
      return c.json({ message, id, undo_seconds: UNDO_SECONDS, person, leave_id: leaveId }, 200);
    })
    .openapi(contract.undoMark, async (c) => {
      const code = await todayMarks.undo(actorOf(c), c.req.valid('param').id);
      return c.json({ message: 'Undone.', person: await personNow(actorOf(c), code) }, 200);
    })
    .openapi(contract.removeMark, async (c) => {
      const code = await todayMarks.remove(actorOf(c), c.req.valid('param').id);
      return c.json({ message: 'Mark removed.', person: await personNow(actorOf(c), code) }, 200);
    })
    .openapi(contract.addDayNote, async (c) => {
      const { user_id, kind, text, excuse } = c.req.valid('json');
      const made = await todayMarks.note(actorOf(c), user_id, { kind, text, excuse: excuse ?? undefined });
      const person = await personNow(actorOf(c), user_id);
      const saved = { id: made.id, mark_id: made.markId, undo_seconds: UNDO_SECONDS, person };
      return c.json({ message: 'Note saved.', ...saved }, 200);
    })
    .openapi(contract.undoDayNote, async (c) => {
      await todayMarks.undoNote(actorOf(c), c.req.valid('param').id, c.req.valid('query').mark);
      return c.json({ message: 'Undone.' }, 200);
    });
}
