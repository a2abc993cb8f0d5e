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
const useInvalidateToday = () => useInvalidate('attendance', 'stats', 'analytics', 'profile', 'classes');

/** An entry as the server answers it, with how long it can be taken back. */
export interface Saved {
  readonly id: number;
  readonly undo_seconds: number;
  readonly person: PersonToday;
}

export interface Mark {
  readonly user_id: string;
  readonly mark: 'here' | 'late' | 'absent' | 'excused';
  readonly time?: string;
  readonly reason?: string;
}

/** `onSaved` is called although the row may be gone by then: whoever is here is not missing any more. */
export function useMarkToday(onSaved: (saved: Saved) => void) {
  const api = useApi();
  const refresh = useInvalidateToday();
  const { t } = useTranslation('attendance');
  return useMutation({
    mutationFn: (mark: Mark) => answer(api.today.marks.$post({ json: mark })),
    onSuccess: (saved) => {
      onSaved(saved);
      void refresh();
    },
    meta: { fallback: t('today.failed') },
  });
}

export interface Note {
  readonly user_id: string;
  readonly kind: 'note' | 'call';
  readonly text: string;
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

/** Takes back what was just entered; the server allows it for a minute. */
export function useUndoToday() {
  const api = useApi();
  const refresh = useInvalidateToday();
  const { t } = useTranslation('attendance');
  return useMutation({
    mutationFn: async ({ what, id }: { what: 'mark' | 'note'; id: number }) => {
      const param = { id: String(id) };
      const { message } =
        what === 'mark'
          ? await answer(api.today.marks[':id'].$delete({ param }))
          : await answer(api.today.notes[':id'].$delete({ param }));
      return message;
    },
    onSuccess: refresh,
    meta: { fallback: t('today.undoFailed'), success: t('today.done.undone') },
  });
}
