import { getRouteApi } from '@tanstack/react-router';
import { useTranslation } from 'react-i18next';
import { Page, PageHead } from '../../components/layout/page.tsx';
import { useOfficeTexts } from '../../lib/i18n/office-texts.queries.ts';
import { NoticesTab } from '../admin/admin-tabs.tsx';

const route = getRouteApi('/notices');

/** Notices to write, to read and to delete. */
export function NoticesPage() {
  useOfficeTexts();
  const { t } = useTranslation('notices');
  const { action } = route.useSearch();
  return (
    <Page title={t('page')}>
      <PageHead title={t('page')} />
      <NoticesTab isCreating={action === 'create'} />
    </Page>
  );
}
