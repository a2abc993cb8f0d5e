import { Stack } from '@mantine/core';
import { IconChartLine, IconFileDownload } from '@tabler/icons-react';
import { getRouteApi } from '@tanstack/react-router';
import { useTranslation } from 'react-i18next';
import { Page, PageHead } from '../../components/layout/page.tsx';
import { TabBar } from '../../components/layout/tab-bar.tsx';
import { SchoolPictures } from '../../features/charts/school-pictures.tsx';
import { ReportCards } from '../../features/reports/report-cards.tsx';
import { useInstitutionToday } from '../../lib/format/institution-day.ts';
import { useOfficeTexts } from '../../lib/i18n/office-texts.queries.ts';
import { useMe } from '../../lib/session/me.queries.ts';
import { mayIn } from '../../lib/session/permissions.ts';
import type { ReportsSearch } from '../page-search.ts';

const route = getRouteApi('/reports');

/** Files to print or to open in a spreadsheet; what is chosen is in the address. */
export function ReportsPage() {
  useOfficeTexts();
  const { t } = useTranslation('attendance');
  const search = route.useSearch();
  const navigate = route.useNavigate();
  const set = (change: ReportsSearch) =>
    void navigate({ search: (before) => ({ ...before, ...change }), resetScroll: false, replace: true });
  const me = useMe();
  const today = useInstitutionToday();
  return (
    <Page title={t('reports.page')}>
      <PageHead title={t('reports.page')} text={t('reports.pageText')} />
      <TabBar
        label={t('reports.page')}
        value={search.view ?? 'files'}
        onChange={(next) => set({ view: next === 'trends' ? 'trends' : undefined })}
        tabs={[
          { value: 'files', label: t('reports.files'), icon: <IconFileDownload size={18} aria-hidden /> },
          { value: 'trends', label: t('reports.trends'), icon: <IconChartLine size={18} aria-hidden /> },
        ]}
      >
        {search.view === 'trends' ? (
          <Stack gap="md">
            <SchoolPictures
              onRows={
                mayIn(me, 'analytics.read')
                  ? (rows) => void navigate({ to: '/attendance', search: { tab: 'days', ...rows } })
                  : undefined
              }
            />
          </Stack>
        ) : (
          <ReportCards
            month={search.month ?? today.slice(0, 7)}
            onMonth={(month) => set({ month })}
            range={{ from: search.from ?? `${today.slice(0, 7)}-01`, to: search.to ?? today }}
            onRange={set}
            scope={{ class: search.class, section: search.section }}
            onScope={set}
          />
        )}
      </TabBar>
    </Page>
  );
}
