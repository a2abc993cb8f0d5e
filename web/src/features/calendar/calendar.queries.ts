import {
  keepPreviousData,
  useInfiniteQuery,
  useMutation,
  useQuery,
  useQueryClient,
} from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { type Answer, type Api, answer, until, useApi } from '../../lib/api/api.ts';
import { useInvalidate } from '../../lib/api/query-keys.ts';

const CALENDAR = ['settings', 'calendar'] as const;

const yearOf = (year: number) => ({ from: `${year}-01-01`, to: `${year}-12-31` });

/** The holidays of a year and the working days of the week. */
export function useCalendar(year: number) {
  const api = useApi();
  return useQuery({
    queryKey: [...CALENDAR, year],
    queryFn: ({ signal }) => answer(api.admin.holidays.$get({ query: yearOf(year) }, until(signal))),
    placeholderData: keepPreviousData,
  });
}

type Calendar = NonNullable<ReturnType<typeof useCalendar>['data']>;

/** The leaves of a year, latest first, a page at a time. */
export function useLeaves(year: number) {
  const api = useApi();
  return useInfiniteQuery({
    queryKey: ['attendance', 'leaves', year],
    initialPageParam: null as string | null,
    queryFn: ({ pageParam: cursor, signal }) =>
      answer(
        api.admin.leaves.$get(
          { query: { ...yearOf(year), ...(cursor === null ? {} : { cursor }) } },
          until(signal),
        ),
      ),
    getNextPageParam: ({ next_cursor }) => next_cursor,
    placeholderData: keepPreviousData,
  });
}

/** Days that were closed and reopened, latest first. */
export function useReopenedDays() {
  const api = useApi();
  return useQuery({
    queryKey: ['attendance', 'reopened'],
    queryFn: async ({ signal }) => (await answer(api.admin.days.reopened.$get({}, until(signal)))).days,
  });
}

export interface NewLeave {
  readonly user_id: string;
  readonly from: string;
  readonly to: string;
  readonly reason: string;
}

/** A change of the calendar, which may change days that are recorded already. */
export type CalendarChange =
  | { readonly kind: 'add'; readonly date: string; readonly to?: string | undefined; readonly name: string }
  | { readonly kind: 'import'; readonly ics: string }
  | { readonly kind: 'remove'; readonly date: string }
  | { readonly kind: 'working'; readonly days: readonly number[]; readonly from: string }
  | { readonly kind: 'leave'; readonly leave: NewLeave }
  | { readonly kind: 'reopen' | 'close'; readonly date: string }
  | {
      readonly kind: 'repair';
      readonly from: string;
      readonly to: string;
      readonly scope: { readonly class?: number | undefined; readonly section?: string | undefined };
    };

/** What a change of the calendar does to recorded days. */
export type RecordedChanges = Answer<Awaited<ReturnType<Api['admin']['holidays']['$post']>>>['changes'];

/** The server's answer; an import says as well how many days it has, and how many events it could not use. */
interface ChangeAnswer {
  readonly changes: RecordedChanges;
  readonly added?: number;
  readonly skipped?: number;
}

const send = (api: Api, change: CalendarChange, isPreview: boolean): Promise<ChangeAnswer> => {
  const query = isPreview ? { preview: 'true' as const } : {};
  const { admin } = api;
  switch (change.kind) {
    case 'add': {
      const to = change.to ? { to: change.to } : {};
      return answer(admin.holidays.$post({ query, json: { date: change.date, ...to, name: change.name } }));
    }
    case 'import':
      return answer(admin.holidays.import.$post({ query, json: { ics: change.ics } }));
    case 'remove':
      return answer(admin.holidays[':date'].$delete({ query, param: { date: change.date } }));
    case 'working': {
      const from = change.from ? { from: change.from } : {};
      return answer(admin['working-days'].$put({ query, json: { working_days: [...change.days], ...from } }));
    }
    case 'leave':
      return answer(admin.leaves.$post({ query, json: change.leave }));
    case 'reopen':
      return answer(admin.days[':date'].reopen.$post({ query, param: { date: change.date } }));
    case 'close':
      return answer(admin.days[':date'].close.$post({ query, param: { date: change.date } }));
    case 'repair': {
      const { class: class_id, section } = change.scope;
      const scope = {
        ...(class_id === undefined ? {} : { class_id }),
        ...(section === undefined ? {} : { section }),
      };
      return answer(admin.days.repair.$post({ query, json: { from: change.from, to: change.to, ...scope } }));
    }
  }
};

/** A changed calendar changes who is due, and so every figure. */
const useInvalidateCalendar = () => useInvalidate('settings', 'attendance', 'stats', 'analytics', 'profile');

/** Previews and saves a change of the calendar. */
export function useCalendarChange() {
  const api = useApi();
  const queries = useQueryClient();
  const invalidate = useInvalidateCalendar();
  const { t } = useTranslation('attendance');
  const meta = { fallback: t('calendar.changeFailed') };
  const preview = useMutation({ mutationFn: (change: CalendarChange) => send(api, change, true), meta });
  const save = useMutation({
    mutationFn: (change: CalendarChange) => send(api, change, false),
    // Saved with the server's answer, not once the lists are read again: until then no other change could be confirmed.
    onSuccess: (_, change) => {
      if (change.kind === 'remove')
        queries.setQueriesData<Calendar>(
          { queryKey: CALENDAR },
          (before) =>
            before && { ...before, holidays: before.holidays.filter(({ date }) => date !== change.date) },
        );
      void invalidate();
    },
    meta,
  });
  return { preview, save };
}

export function useRemoveLeave() {
  const api = useApi();
  const onSuccess = useInvalidateCalendar();
  const { t } = useTranslation('attendance');
  return useMutation({
    mutationFn: (id: number) => answer(api.admin.leaves[':id'].$delete({ param: { id: String(id) } })),
    onSuccess,
    meta: { success: t('calendar.done.leaveRemoved'), fallback: t('calendar.removeFailed') },
  });
}
