import { keepPreviousData, useMutation, useQuery } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { answer, useApi } from '../../lib/api/api.ts';
import { useInvalidate } from '../../lib/api/query-keys.ts';

const yearOf = (year: number) => ({ from: `${year}-01-01`, to: `${year}-12-31` });

/** The holidays of a year and the working days of the week. */
export function useCalendar(year: number) {
  const api = useApi();
  return useQuery({
    queryKey: ['settings', 'calendar', year],
    queryFn: () => answer(api.admin.holidays.$get({ query: yearOf(year) })),
    placeholderData: keepPreviousData,
  });
}

export function useLeaves(year: number) {
  const api = useApi();
  return useQuery({
    queryKey: ['attendance', 'leaves', year],
    queryFn: async () => (await answer(api.admin.leaves.$get({ query: yearOf(year) }))).leaves,
    placeholderData: keepPreviousData,
  });
}

/** A changed calendar changes who is due, and so every figure. */
const useInvalidateCalendar = () => useInvalidate('settings', 'attendance', 'stats', 'analytics', 'profile');

export function useCalendarChanges() {
  const api = useApi();
  const onSuccess = useInvalidateCalendar();
  const { t } = useTranslation('attendance');
  const workingDays = useMutation({
    mutationFn: (days: readonly number[]) =>
      answer(api.admin['working-days'].$put({ json: { working_days: [...days] } })),
    onSuccess,
    meta: { fallback: t('calendar.workingFailed') },
  });
  const add = useMutation({
    mutationFn: (holiday: { date: string; name: string }) =>
      answer(api.admin.holidays.$post({ json: holiday })),
    onSuccess,
    meta: { fallback: t('calendar.addFailed') },
  });
  const remove = useMutation({
    mutationFn: (date: string) => answer(api.admin.holidays[':date'].$delete({ param: { date } })),
    onSuccess,
    meta: { fallback: t('calendar.removeFailed') },
  });
  const importIcs = useMutation({
    mutationFn: (ics: string) => answer(api.admin.holidays.import.$post({ json: { ics } })),
    onSuccess,
    meta: { fallback: t('calendar.importFailed') },
  });
  return { workingDays, add, remove, importIcs };
}

export interface NewLeave {
  readonly user_id: string;
  readonly from: string;
  readonly to: string;
  readonly reason: string;
}

export function useLeaveChanges() {
  const api = useApi();
  const onSuccess = useInvalidateCalendar();
  const { t } = useTranslation('attendance');
  const add = useMutation({
    mutationFn: (leave: NewLeave) => answer(api.admin.leaves.$post({ json: leave })),
    onSuccess,
    meta: { fallback: t('calendar.excuseFailed') },
  });
  const remove = useMutation({
    mutationFn: (id: number) => answer(api.admin.leaves[':id'].$delete({ param: { id: String(id) } })),
    onSuccess,
    meta: { fallback: t('calendar.removeFailed') },
  });
  return { add, remove };
}
