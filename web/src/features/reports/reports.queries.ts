import type { Language } from '@rollcall/core/kernel/language';
import type { ReportFormat } from '@rollcall/core/reports/report.types';
import { keepPreviousData, useMutation, useQuery } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { type Api, answer, until, useApi } from '../../lib/api/api.ts';
import { toApiError } from '../../lib/api/api-error.ts';
import { useClassNames, useSections } from '../../lib/api/people-lookup.queries.ts';
import { downloadBlob, nameOfFile } from '../../lib/download.ts';
import { languageOf } from '../../lib/i18n/i18n.ts';
import { useReach } from '../../lib/session/me.queries.ts';

export const PAGE_SIZE = 50;

/** Whose attendance a report covers: a class, a section, or everybody. */
export interface Scope {
  readonly class?: number | undefined;
  readonly section?: string | undefined;
}

const scopeQuery = (scope: Scope) => ({
  ...(scope.class === undefined ? {} : { class_id: String(scope.class) }),
  ...(scope.section === undefined ? {} : { section: scope.section }),
});

export function useMonthReport(month: string, scope: Scope, page: number) {
  const api = useApi();
  return useQuery({
    queryKey: ['attendance', 'month-report', month, scope, page],
    queryFn: ({ signal }) =>
      answer(
        api.admin.register.$get(
          {
            query: { month, page: String(page), limit: String(PAGE_SIZE), ...scopeQuery(scope) },
          },
          until(signal),
        ),
      ),
    placeholderData: keepPreviousData,
  });
}

export type MonthReport = NonNullable<ReturnType<typeof useMonthReport>['data']>;

/** Sections and classes that a report can be limited to. */
export function useScopes() {
  const reach = useReach('reports.print');
  const sections = useSections({ enabled: reach?.reach !== 'classes' });
  const classes = useClassNames();
  return {
    isWhole: reach?.reach === 'institution',
    sections: reach?.sections ?? sections.data ?? [],
    classes: classes.data ?? [],
  };
}

export type ReportRequest =
  | { readonly kind: 'month'; readonly month: string; readonly scope: Scope }
  | { readonly kind: 'summary'; readonly from: string; readonly to: string; readonly scope: Scope }
  | { readonly kind: 'person'; readonly id: string; readonly from: string; readonly to: string };

function fetchReport(api: Api, request: ReportRequest, file: { format: ReportFormat; lang: Language }) {
  switch (request.kind) {
    case 'month':
      return api.admin.reports.register.$get({
        query: { month: request.month, ...scopeQuery(request.scope), ...file },
      });
    case 'summary':
      return api.admin.reports.summary.$get({
        query: { from: request.from, to: request.to, ...scopeQuery(request.scope), ...file },
      });
    case 'person':
      return api.reports.people[':id'].$get({
        param: { id: request.id },
        query: { from: request.from, to: request.to, ...file },
      });
  }
}

function useReportFile() {
  const api = useApi();
  const { i18n } = useTranslation();
  return async (request: ReportRequest, format: ReportFormat) => {
    const response: Response = await fetchReport(api, request, { format, lang: languageOf(i18n) });
    if (!response.ok) throw await toApiError(response);
    return { file: await response.blob(), name: nameOfFile(response) ?? `report.${format}` };
  };
}

export function useReportDownload() {
  const reportFile = useReportFile();
  const { t } = useTranslation('attendance');
  return useMutation({
    mutationFn: async ({ format, ...request }: ReportRequest & { format: ReportFormat }) => {
      const { file, name } = await reportFile(request, format);
      downloadBlob(file, name);
    },
    meta: { success: t('reports.made'), fallback: t('reports.failed') },
  });
}

/** Shows the PDF of a report in a tab of its own, from where it is printed. */
export function useReportPrint() {
  const reportFile = useReportFile();
  const { t } = useTranslation('attendance');
  return useMutation({
    mutationFn: async (request: ReportRequest) => {
      // Opened at once: later, the browser would take it for an advertisement.
      const tab = window.open('', '_blank');
      try {
        const { file, name } = await reportFile(request, 'pdf');
        // Not revoked: the tab may be reloaded. The browser forgets it with this page.
        if (tab) tab.location.href = URL.createObjectURL(file);
        else downloadBlob(file, name);
      } catch (error) {
        tab?.close();
        throw error;
      }
    },
    meta: { fallback: t('reports.failed') },
  });
}
