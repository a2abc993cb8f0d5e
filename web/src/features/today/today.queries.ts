import type { TodayChoice } from '@rollcall/core/attendance/today/today.ports';
import { keepPreviousData, useMutation, useQuery } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { answer, until, useApi } from '../../lib/api/api.ts';
import { useInvalidate } from '../../lib/api/query-keys.ts';

const KEY = ['attendance', 'today'] as const;
/** People of one page: more than most schools expect on a day. */
export const TODAY_PAGE = 500;
/** The first due minute and the end of the day come without an event. */
const REFRESH_MS = 60_000;

export interface TodayFilter {
  readonly state: TodayChoice | undefined;
  readonly section: string | undefined;
  readonly search: string | undefined;
  readonly page: number;
}

export function useToday(
  { state, section, search, page }: TodayFilter,
  { enabled = true }: { enabled?: boolean } = {},
) {
  const api = useApi();
  return useQuery({
    enabled,
    queryKey: [...KEY, 'list', { state, section, search, page }],
    queryFn: ({ signal }) =>
      answer(
        api.today.$get(
          {
            query: {
              page: String(page),
              limit: String(TODAY_PAGE),
              ...(state ? { state } : {}),
              ...(section ? { section } : {}),
              ...(search ? { search } : {}),
            },
          },
          until(signal),
        ),
      ),
    placeholderData: keepPreviousData,
    refetchInterval: REFRESH_MS,
  });
}

export type TodayAnswer = NonNullable<ReturnType<typeof useToday>['data']>;
export type PersonToday = TodayAnswer['people'][number];

/** One person of today, with their phone number and notes. */
export function usePersonToday(id: string, { enabled = true }: { enabled?: boolean } = {}) {
  const api = useApi();
  return useQuery({
    enabled,
    queryKey: [...KEY, 'person', id],
    queryFn: ({ signal }) => answer(api.today.people[':id'].$get({ param: { id } }, until(signal))),
  });
}

/** A mark changes figures, histories and lists alike. */
export const useInvalidateToday = () =>
  useInvalidate('attendance', 'stats', 'analytics', 'profile', 'classes');

/** An entry as the server answers it, with how long it can be taken back. */
export interface Saved {
  /** Null if nothing was entered: the person is here already. */
  readonly id: number | null;
  /** The excuse that was entered with a note. */
  readonly mark_id?: number | null;
  /** The leave of an excuse for several days. */
  readonly leave_id?: number | null;
  readonly undo_seconds: number;
  readonly person: PersonToday;
}

export interface Mark {
  readonly user_id: string;
  readonly mark: 'here' | 'late' | 'absent' | 'excused';
  readonly time?: string;
  readonly reason?: string;
  /** The last day of an excuse, `YYYY-MM-DD`; today without it. */
  readonly until?: string;
}

/** `onSaved` is called although the row may be gone by then: whoever is here is not missing any more. */
export function useMarkToday(onSaved: (saved: Saved, mark: Mark) => void) {
  const api = useApi();
  const refresh = useInvalidateToday();
  const { t } = useTranslation('attendance');
  return useMutation({
    mutationFn: (mark: Mark) => answer(api.today.marks.$post({ json: mark })),
    onSuccess: (saved, mark) => {
      onSaved(saved, mark);
      void refresh();
    },
    meta: { fallback: t('today.failed') },
  });
}

export interface Note {
  readonly user_id: string;
  readonly kind: 'note' | 'call';
  readonly text: string;
  /** Also excuses the person for today, for this reason. */
  readonly excuse?: string;
}

export function useAddNote(onSaved: (saved: Saved) => void) {
  const api = useApi();
  const refresh = useInvalidateToday();
  const { t } = useTranslation('attendance');
  return useMutation({
    mutationFn: (note: Note) => answer(api.today.notes.$post({ json: note })),
    onSuccess: (saved) => {
      onSaved(saved);
      void refresh();
    },
    meta: { fallback: t('today.failed') },
  });
}

interface Undo {
  readonly what: 'mark' | 'note';
  /** Null for a leave without a mark. */
  readonly id: number | null;
  readonly leave_id?: number | null | undefined;
  readonly mark_id?: number | null | undefined;
}

/** Takes back what was just entered; the server allows it for a minute. */
export function useUndoToday() {
  const api = useApi();
  const refresh = useInvalidateToday();
  const { t } = useTranslation('attendance');
  return useMutation({
    mutationFn: async ({ what, id, mark_id, leave_id }: Undo): Promise<void> => {
      const param = { id: String(id) };
      const query = mark_id ? { mark: String(mark_id) } : {};
      // The mark first: it is what the server allows for a minute only.
      if (id !== null && what === 'mark') await answer(api.today.marks[':id'].$delete({ param }));
      if (id !== null && what === 'note') await answer(api.today.notes[':id'].$delete({ param, query }));
      if (leave_id) await answer(api.admin.leaves[':id'].$delete({ param: { id: String(leave_id) } }));
    },
    onSettled: refresh,
    meta: { fallback: t('today.undoFailed'), success: t('today.done.undone') },
  });
}

/** Removes a mark of today, whoever made it and however long ago. */
export function useRemoveMark(onRemoved: (person: PersonToday) => void) {
  const api = useApi();
  const refresh = useInvalidateToday();
  const { t } = useTranslation('attendance');
  return useMutation({
    mutationFn: (id: number) => answer(api.today.marks[':id'].removal.$post({ param: { id: String(id) } })),
    onSuccess: ({ person }) => {
      onRemoved(person);
      void refresh();
    },
    meta: { fallback: t('today.removeFailed') },
  });
}
