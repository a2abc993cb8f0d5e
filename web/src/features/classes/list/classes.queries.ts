import type { ClassConfig } from '@rollcall/core/settings/settings.types';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { answer, until, useApi } from '../../../lib/api/api.ts';

export const CLASSES_KEY = ['classes'];
/** Classes begin and end without an event. */
const REFRESH_MS = 60_000;

export function useActiveClasses() {
  const api = useApi();
  return useQuery({
    queryKey: [...CLASSES_KEY, 'active'],
    queryFn: async ({ signal }) =>
      (await answer(api.admin['active-classes'].$get({}, until(signal)))).classes,
    refetchInterval: REFRESH_MS,
  });
}

export type ActiveClass = NonNullable<ReturnType<typeof useActiveClasses>['data']>[number];

export function useClasses() {
  const api = useApi();
  return useQuery({
    queryKey: [...CLASSES_KEY, 'all'],
    queryFn: async ({ signal }) => (await answer(api.admin.classes.$get({}, until(signal)))).classes,
  });
}

/** Uses the query key of the settings form, so that both share one cached answer. */
export function useClassDefaults() {
  const api = useApi();
  return useQuery({
    queryKey: ['settings', 'class-config'],
    queryFn: ({ signal }) => answer(api.admin['class-config'].$get({}, until(signal))),
  });
}

export interface ClassValues extends ClassConfig {
  readonly name: string;
  readonly startTime: string;
  readonly endTime: string;
  readonly weekdays: number[];
}

export function useSaveClass(id: number | null) {
  const api = useApi();
  const queryClient = useQueryClient();
  const { t } = useTranslation('classes');
  return useMutation({
    mutationFn: (json: ClassValues) =>
      id === null
        ? answer(api.admin.classes.$post({ json }))
        : answer(api.admin.classes[':id'].$put({ param: { id: String(id) }, json })),
    onSuccess: () => queryClient.invalidateQueries({ queryKey: CLASSES_KEY }),
    meta: { success: t('form.saved'), fallback: t('form.failed') },
  });
}

export function useDeleteClass() {
  const api = useApi();
  const queryClient = useQueryClient();
  const { t } = useTranslation('classes');
  return useMutation({
    mutationFn: (id: number) => answer(api.admin.classes[':id'].$delete({ param: { id: String(id) } })),
    onSuccess: () => queryClient.invalidateQueries({ queryKey: CLASSES_KEY }),
    meta: { success: t('remove.done'), fallback: t('remove.failed') },
  });
}
