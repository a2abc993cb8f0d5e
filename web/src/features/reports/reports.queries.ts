import type { ReportFormat } from '@rollcall/core/reports/report.types';
import { keepPreviousData, useMutation, useQuery } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { type Api, answer, useApi } from '../../lib/api.ts';
import { toApiError } from '../../lib/api-error.ts';
import { downloadBlob } from '../../lib/download.ts';
import type { Scope } from './scope.rules.ts';

export const PAGE_SIZE = 50;

const inScope = (scope: Scope) => ({
  ...(scope.class === undefined ? {} : { class_id: String(scope.class) }),
  ...(scope.section === undefined ? {} : { section: scope.section }),
});

export function useRegister(month: string, scope: Scope, page: number) {
  const api = useApi();
  return useQuery({
    queryKey: ['attendance', 'register', month, scope, page],
    queryFn: () =>
      answer(
        api.admin.register.$get({
          query: { month, page: String(page), limit: String(PAGE_SIZE), ...inScope(scope) },
        }),
      ),
    placeholderData: keepPreviousData,
  });
}

export type Register = NonNullable<ReturnType<typeof useRegister>['data']>;

/** What a report can be about, beside everyone. */
export function useScopes() {
  const api = useApi();
  const sections = useQuery({
    queryKey: ['people', 'sections'],
    queryFn: async () => (await answer(api.admin.users.$get({ query: { limit: '1' } }))).sections,
  });
  const classes = useQuery({
    queryKey: ['classes', 'all'],
    queryFn: async () => (await answer(api.admin.classes.$get())).classes,
  });
  return { sections: sections.data ?? [], classes: classes.data ?? [] };
}

export type ReportRequest =
  | { readonly kind: 'register'; readonly month: string; readonly scope: Scope }
  | { readonly kind: 'summary'; readonly from: string; readonly to: string; readonly scope: Scope }
  | { readonly kind: 'person'; readonly id: string; readonly from: string; readonly to: string };

function fetchReport(api: Api, request: ReportRequest, file: { format: ReportFormat; lang: 'en' | 'de' }) {
  switch (request.kind) {
    case 'register':
      return api.admin.reports.register.$get({
        query: { month: request.month, ...inScope(request.scope), ...file },
      });
    case 'summary':
      return api.admin.reports.summary.$get({
        query: { from: request.from, to: request.to, ...inScope(request.scope), ...file },
      });
    case 'person':
      return api.reports.people[':id'].$get({
        param: { id: request.id },
        query: { from: request.from, to: request.to, ...file },
      });
  }
}

const nameIn = (response: Response): string | undefined =>
  /filename="([^"]+)"/.exec(response.headers.get('Content-Disposition') ?? '')?.[1];

export function useReportDownload() {
  const api = useApi();
  const { t, i18n } = useTranslation('attendance');
  return useMutation({
    mutationFn: async ({ format, ...request }: ReportRequest & { format: ReportFormat }) => {
      const lang = i18n.language === 'de' ? 'de' : 'en';
      const response: Response = await fetchReport(api, request, { format, lang });
      if (!response.ok) throw await toApiError(response);
      downloadBlob(await response.blob(), nameIn(response) ?? `report.${format}`);
    },
    meta: { success: t('reports.made'), fallback: t('reports.failed') },
  });
}
