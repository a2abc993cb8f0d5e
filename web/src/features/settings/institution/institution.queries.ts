import type { InstitutionKind } from '@rollcall/core/settings/settings.types';
import { useMutation, useQuery } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { answer, until, useApi } from '../../../lib/api/api.ts';
import { useInvalidate } from '../../../lib/api/query-keys.ts';

export function useInstitution() {
  const api = useApi();
  return useQuery({
    queryKey: ['settings', 'institution'],
    queryFn: ({ signal }) => answer(api.admin.institution.$get({}, until(signal))),
  });
}

export type InstitutionValues = NonNullable<ReturnType<typeof useInstitution>['data']>;

/** Changes of the institution; the public settings show them on every page. */
export function useInstitutionChanges() {
  const api = useApi();
  const onSuccess = useInvalidate('settings', 'public-settings');
  const { t } = useTranslation('management');
  const meta = { success: t('institution.saved'), fallback: t('institution.failed') };
  return {
    save: useMutation({
      mutationFn: (json: {
        name?: string;
        kind?: InstitutionKind;
        colour?: string | null;
        support_email?: string;
      }) => answer(api.admin.institution.$put({ json })),
      // Not awaited: what is saved is saved, and the form may be left before the pages have read it again.
      onSuccess: () => void onSuccess(),
      meta,
    }),
    saveLogo: useMutation({
      mutationFn: (image: string) => answer(api.admin.institution.logo.$put({ json: { image } })),
      onSuccess,
      meta,
    }),
    removeLogo: useMutation({
      mutationFn: () => answer(api.admin.institution.logo.$delete()),
      onSuccess,
      meta,
    }),
    saveZone: useMutation({
      mutationFn: (json: { time_zone: string; from_day: string }) =>
        answer(api.admin.institution['time-zone'].$put({ json })),
      onSuccess,
      meta: { ...meta, quiet: true },
    }),
  };
}
