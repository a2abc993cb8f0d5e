import { rateOf } from '../../analytics/analytics.rules.ts';
import type { SharedAnswers } from '../../events/events.ports.ts';
import { type Actor, type Reach, requireReach } from '../../kernel/access.ts';
import { AppError } from '../../kernel/errors.ts';
import type { SettingsReader, Today } from '../../settings/settings.ports.ts';
import type { AttendanceRepos } from '../attendance.ports.ts';
import type { PersonToday, TodayFilter, TodayRepos } from './today.ports.ts';
import { dueTimes, figuresOf, isRateKnown } from './today.rules.ts';

type Repos = AttendanceRepos & TodayRepos;

interface Needs {
  readonly repos: Repos;
  readonly settings: SettingsReader;
  readonly share: SharedAnswers;
}

const ARRIVALS_SHOWN = 30;

const dayOf = ({ date, isWorkingDay }: Today) => ({ date, isOpen: isWorkingDay });

/** Today's people as the office and the teachers work them off: who is here, who is not yet, and what is known of them. */
export function createTodayListService({ repos, settings, share }: Needs) {
  const listOf = async (reach: Reach, filter: TodayFilter) => {
    const today = await settings.today();
    const times = dueTimes(await settings.timeSettingsOn(today.date), today);
    const figures = figuresOf(await repos.today.counts(dayOf(today), reach));
    const { section } = filter;
    const ofSection = section ? figuresOf(await repos.today.counts(dayOf(today), reach, section)) : figures;
    const present = figures.here + figures.late;
    return {
      today,
      times,
      figures,
      ofSection,
      rate: isRateKnown(today, times.startTime) ? rateOf({ present, due: figures.expected }) : null,
      arrivals: await repos.attendance.latestArrivals(today.date, ARRIVALS_SHOWN, reach),
      ...(await repos.today.people(dayOf(today), reach, filter)),
    };
  };

  return {
    /** Figures of everybody whom the actor reaches and of the section asked for, the latest arrivals, and one page of the list. */
    async read(actor: Actor, filter: TodayFilter) {
      const reach = requireReach(actor, 'people.read');
      return share(`today ${JSON.stringify([reach, filter])}`, () => listOf(reach, filter));
    },

    /** One person as the list shows them. Fails with `user_not_found` beyond the actor's reach. */
    async person(actor: Actor, code: string): Promise<PersonToday> {
      const today = await settings.today();
      const one = { code, limit: 1, offset: 0 };
      const { rows } = await repos.today.people(dayOf(today), requireReach(actor, 'people.read'), one);
      if (!rows[0]) throw new AppError('user_not_found');
      return rows[0];
    },
  };
}
