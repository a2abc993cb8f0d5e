import { Button } from '@mantine/core';
import { IconFaceId, IconTable } from '@tabler/icons-react';
import { getRouteApi } from '@tanstack/react-router';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { LinkButton } from '../../components/inputs/link-button.tsx';
import { Page } from '../../components/layout/page.tsx';
import { AdminStatCards, TodayPanel } from '../../features/dashboard/admin-overview.tsx';
import { DashboardHeader } from '../../features/dashboard/dashboard-header.tsx';
import { useFormat } from '../../lib/format/format.ts';
import { useOfficeTexts } from '../../lib/i18n/office-texts.queries.ts';
import { useMe } from '../../lib/session/me.queries.ts';
import { AdminTabs } from '../admin/admin-tabs.tsx';
import { Marking } from '../dashboard/marking.tsx';
import { useRefresh } from '../dashboard/use-dashboard.ts';

const route = getRouteApi('/office');

/** Start page of an office: today's state of its people, then registering, people, notices and figures. */
export function OfficePage() {
  useOfficeTexts();
  const { t } = useTranslation(['admin', 'attendance', 'dashboard']);
  const search = route.useSearch();
  const navigate = route.useNavigate();
  const me = useMe();
  const format = useFormat();
  const { refresh, loads } = useRefresh();
  const [isMarking, setMarking] = useState(false);
  const sections = me?.permissions.find(({ action }) => action === 'people.manage')?.sections;
  return (
    <Page title={t('office.title')}>
      <DashboardHeader
        onRefresh={refresh}
        {...(sections ? { note: t('office.sections', { sections: format.list(sections) }) } : {})}
      >
        {me?.has_attendance ? (
          <Button
            variant="default"
            leftSection={<IconFaceId size={18} aria-hidden />}
            onClick={() => setMarking(true)}
          >
            {t('dashboard:markOwn')}
          </Button>
        ) : null}
        <LinkButton to="/attendance" variant="default" leftSection={<IconTable size={18} aria-hidden />}>
          {t('attendance:open')}
        </LinkButton>
      </DashboardHeader>
      <AdminStatCards load={loads} />
      <TodayPanel
        onShowWithoutFace={() => void navigate({ search: { tab: 'users', face: 'no' } })}
        onShowToday={() => void navigate({ to: '/attendance' })}
        onShowCorrections={() => void navigate({ to: '/attendance', search: { tab: 'corrections' } })}
      />
      <div style={{ marginTop: 24 }}>
        <AdminTabs
          search={search}
          onSearch={(change, replace = true) =>
            void navigate({ search: (before) => ({ ...before, ...change }), resetScroll: false, replace })
          }
          // Drops the filters of the previous tab.
          onTab={(tab) => void navigate({ search: tab === 'register' ? {} : { tab }, resetScroll: false })}
          onDay={(day) => void navigate({ to: '/attendance', search: { tab: 'days', from: day, to: day } })}
        />
      </div>
      {isMarking ? <Marking onClose={() => setMarking(false)} /> : null}
    </Page>
  );
}
