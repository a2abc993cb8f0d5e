import { Button } from '@mantine/core';
import { IconChartBar, IconSettings, IconSpeakerphone, IconUserPlus } from '@tabler/icons-react';
import { useNavigate } from '@tanstack/react-router';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Page } from '../../components/page.tsx';
import { TabBar } from '../../components/tab-bar.tsx';
import { AdminAnalyticsTab } from '../../features/analytics/analytics-tab.tsx';
import { AdminStatCards } from '../../features/dashboard/admin-stats.tsx';
import { DashboardHeader } from '../../features/dashboard/dashboard-header.tsx';
import { TodayPanel } from '../../features/dashboard/today-panel.tsx';
import { CreateNoticeModal } from '../../features/notices/create-notice-modal.tsx';
import { NoticeList } from '../../features/notices/notice-list.tsx';
import { lastDayOf } from '../../lib/wire-date.ts';
import type { AttendanceSearch } from '../attendance/attendance.search.ts';
import { type Registering, RegisterPerson } from '../register-person.tsx';
import { ManagementTab } from './management-tab.tsx';
import { useDashboardSearch } from './use-dashboard-search.ts';
import { useRefresh } from './use-refresh.ts';

const TABS = ['analytics', 'notices', 'management'] as const;

export function AdminDashboard() {
  const { t } = useTranslation('dashboard');
  const navigate = useNavigate();
  const { search, set, filter, setFilter, notices, setNotices } = useDashboardSearch();
  const { isRefreshing, refresh } = useRefresh();
  const [registering, setRegistering] = useState<Registering>(null);
  const [isWriting, setWriting] = useState(false);
  const tab = TABS.find((each) => each === search.tab) ?? 'analytics';
  const showDays = (rows: Pick<AttendanceSearch, 'from' | 'to' | 'section' | 'weekday'>) =>
    void navigate({ to: '/admin/attendance', search: { tab: 'days', ...rows } });

  return (
    <Page title={t('title')}>
      <DashboardHeader isRefreshing={isRefreshing} onRefresh={refresh}>
        <Button leftSection={<IconUserPlus size={18} aria-hidden />} onClick={() => setRegistering('new')}>
          {t('register')}
        </Button>
      </DashboardHeader>
      <AdminStatCards />
      <TodayPanel
        onShowWithoutFace={() => void navigate({ to: '/admin', search: { tab: 'users', face: 'no' } })}
        onShowToday={() => void navigate({ to: '/admin/attendance' })}
        onShowCorrections={() => void navigate({ to: '/admin/attendance', search: { tab: 'corrections' } })}
      />
      <div style={{ marginTop: 24 }}>
        <TabBar
          label={t('tabs.label')}
          value={tab}
          onChange={(next) => set({ tab: next === 'analytics' ? undefined : next }, { replace: false })}
          tabs={[
            {
              value: 'analytics',
              label: t('tabs.systemAnalytics'),
              icon: <IconChartBar size={18} aria-hidden />,
            },
            { value: 'notices', label: t('tabs.notices'), icon: <IconSpeakerphone size={18} aria-hidden /> },
            {
              value: 'management',
              label: t('tabs.management'),
              icon: <IconSettings size={18} aria-hidden />,
            },
          ]}
        >
          {tab === 'analytics' ? (
            <AdminAnalyticsTab
              filter={filter}
              onFilter={setFilter}
              onMonth={(month) => showDays({ from: `${month}-01`, to: lastDayOf(month) })}
              onWeekday={(weekday, since) => showDays({ weekday, from: `${since}-01` })}
              onSection={(section) => showDays({ section })}
            />
          ) : null}
          {tab === 'notices' ? (
            <NoticeList
              title={t('tabs.notices')}
              filter={notices}
              onFilter={setNotices}
              onCreate={() => setWriting(true)}
            />
          ) : null}
          {tab === 'management' ? (
            <ManagementTab search={search} onSearch={set} onRegister={setRegistering} />
          ) : null}
        </TabBar>
      </div>
      {isWriting ? <CreateNoticeModal onClose={() => setWriting(false)} /> : null}
      <RegisterPerson state={registering} onClose={() => setRegistering(null)} />
    </Page>
  );
}
