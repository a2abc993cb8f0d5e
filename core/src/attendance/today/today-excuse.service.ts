import { type Actor, requireReach } from '../../kernel/access.ts';
import { AppError } from '../../kernel/errors.ts';
import { daysBetween, type LocalDate } from '../../kernel/local-date.ts';
import type { SettingsReader } from '../../settings/settings.ports.ts';
import { LONGEST_LEAVE_DAYS } from '../calendar.rules.ts';
import type { createCalendarService } from '../calendar.service.ts';
import type { TodayState } from './today.ports.ts';
import type { createTodayListService } from './today-list.service.ts';
import type { createTodayMarkService } from './today-marks.service.ts';

interface Needs {
  readonly settings: SettingsReader;
  readonly calendar: Pick<ReturnType<typeof createCalendarService>, 'addLeave' | 'removeLeave'>;
  readonly todayList: Pick<ReturnType<typeof createTodayListService>, 'person'>;
  readonly todayMarks: Pick<ReturnType<typeof createTodayMarkService>, 'mark'>;
}

interface ExcuseMade {
  /** The mark of today; null where the leave alone excuses the person. */
  readonly id: number | null;
  /** Null if today is the only day. */
  readonly leaveId: number | null;
}

/** States that a leave does not change: somebody was seen, or a mark made by hand counts. */
const NEEDS_MARK: readonly TodayState[] = ['here', 'late', 'not_yet', 'absent'];

/** Excuses somebody from today on: one day is a mark, more days are a leave. */
export function createTodayExcuseService({ settings, calendar, todayList, todayMarks }: Needs) {
  return {
    async excuse(actor: Actor, code: string, reason: string, until: LocalDate): Promise<ExcuseMade> {
      const { date } = await settings.today();
      const refuse = (until: string) => new AppError('invalid_input', { fields: { until } });
      if (until < date) throw refuse('The end date must not be before the start date.');
      if (daysBetween(date, until) > LONGEST_LEAVE_DAYS)
        throw refuse(`Leave can last up to ${LONGEST_LEAVE_DAYS} days.`);
      const mark = { mark: 'excused', reason } as const;
      if (until === date) return { id: (await todayMarks.mark(actor, code, mark)).id, leaveId: null };
      requireReach(actor, 'leaves.manage');
      const days = { firstDay: date, lastDay: until, reason };
      const { id: leaveId } = await calendar.addLeave(actor, code, days, { isPreview: false });
      try {
        const { state } = await todayList.person(actor, code);
        const made = NEEDS_MARK.includes(state) ? await todayMarks.mark(actor, code, mark) : null;
        return { id: made?.id ?? null, leaveId };
      } catch (error) {
        await calendar.removeLeave(actor, leaveId);
        throw error;
      }
    },
  };
}
