import { Button, SimpleGrid, Stack } from '@mantine/core';
import { IconChartBar, IconSettings, IconSpeakerphone, IconUserPlus } from '@tabler/icons-react';
import { useNavigate } from '@tanstack/react-router';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { StatCard, StatGrid } from '../../components/display/stat-card.tsx';
import { EmptyState } from '../../components/feedback/empty-state.tsx';
import { LinkButton } from '../../components/inputs/link-button.tsx';
import { Card } from '../../components/layout/card.tsx';
import { Page } from '../../components/layout/page.tsx';
import { TabBar } from '../../components/layout/tab-bar.tsx';
import { AdminAnalyticsTab } from '../../features/analytics/analytics-tab.tsx';
import { SchoolPictures } from '../../features/charts/school-pictures.tsx';
import { ActiveClasses } from '../../features/classes/list/class-list.tsx';
import { AdminStatCards, TodayPanel } from '../../features/dashboard/admin-overview.tsx';
import { useAdminStats } from '../../features/dashboard/dashboard.queries.ts';
import { DashboardHeader } from '../../features/dashboard/dashboard-header.tsx';
import type { EnrolmentSubject } from '../../features/enrolment/enrolment.reducer.ts';
import { EnrolmentModal } from '../../features/enrolment/enrolment-modal.tsx';
import { CreateNoticeModal } from '../../features/notices/notice-form.tsx';
import { NoticeList } from '../../features/notices/notice-list.tsx';
import { useNotices } from '../../features/notices/notices.queries.ts';
import { UsersTable } from '../../features/people/users-table.tsx';
import { ClassConfigCard } from '../../features/settings/class-config-card.tsx';
import { useFirstSteps } from '../../features/settings/first-steps/first-steps.queries.ts';
import { FirstStepsBrief } from '../../features/settings/first-steps/first-steps-panel.tsx';
import { TimeSettingsCard } from '../../features/settings/time-settings-card.tsx';
import { lastDayOf } from '../../lib/format/dates.ts';
import { useFormat } from '../../lib/format/format.ts';
import type { PeopleSearch } from '../../lib/search-params.ts';
import type { AttendanceSearch } from '../page-search.ts';
import { useDashboardSearch, useRefresh } from './use-dashboard.ts';

const TABS = ['analytics', 'notices', 'management'] as const;

export function AdminDashboard() {
  const { t } = useTranslation(['dashboard', 'analytics', 'attendance', 'firstSteps']);
  const { found: firstSteps } = useFirstSteps();
  const navigate = useNavigate();
  const { search, set, filter, setFilter, notices, setNotices } = useDashboardSearch();
  const { refresh, loads } = useRefresh();
  const [enrolling, setEnrolling] = useState<EnrolmentSubject | null>(null);
  const [isWriting, setWriting] = useState(false);
  const tab = TABS.find((each) => each === search.tab) ?? 'analytics';
  const showDays = (rows: Pick<AttendanceSearch, 'from' | 'to' | 'section' | 'status' | 'weekday'>) =>
    void navigate({ to: '/admin/attendance', search: { tab: 'days', ...rows } });

  return (
    <Page title={t('title')}>
      <DashboardHeader onRefresh={refresh}>
        <Button leftSection={<IconUserPlus size={18} aria-hidden />} onClick={() => setEnrolling('new')}>
          {t('register')}
        </Button>
      </DashboardHeader>
      <AdminStatCards load={loads} />
      <TodayPanel
        firstSteps={firstSteps ? <FirstStepsBrief {...firstSteps} /> : null}
        onShowWithoutFace={() => void navigate({ to: '/admin', search: { tab: 'users', face: 'no' } })}
        onShowToday={() => void navigate({ to: '/today' })}
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
              pictures={<SchoolPictures onRows={showDays} />}
              whenEmpty={
                <Card>
                  <EmptyState
                    drawing="chart"
                    title={t('analytics:empty')}
                    text={t('analytics:emptyText')}
                    action={
                      firstSteps ? (
                        <LinkButton to="/first-steps">{t('firstSteps:openAll')}</LinkButton>
                      ) : (
                        <LinkButton to="/people">{t('attendance:today.addPeople')}</LinkButton>
                      )
                    }
                  />
                </Card>
              }
            />
          ) : null}
          {tab === 'notices' ? (
            <NoticeList
              title={t('tabs.notices')}
              set="managed"
              filter={notices}
              onFilter={setNotices}
              onCreate={() => setWriting(true)}
            />
          ) : null}
          {tab === 'management' ? (
            <ManagementTab search={search} onSearch={set} onEnrol={setEnrolling} />
          ) : null}
        </TabBar>
      </div>
      {isWriting ? <CreateNoticeModal onClose={() => setWriting(false)} /> : null}
      {enrolling ? <EnrolmentModal subject={enrolling} onClose={() => setEnrolling(null)} /> : null}
    </Page>
  );
}

interface ManagementTabProps {
  readonly search: PeopleSearch;
  readonly onSearch: (change: PeopleSearch) => void;
  readonly onEnrol: (subject: EnrolmentSubject) => void;
}

function ManagementTab({ search, onSearch, onEnrol }: ManagementTabProps) {
  const { t } = useTranslation('management');
  const format = useFormat();
  const navigate = useNavigate();
  const stats = useAdminStats().data;
  const notices = useNotices('managed').data;
  const take = (classId: number) =>
    void navigate({ to: '/admin', search: { class: classId, action: 'attendance' } });
  return (
    <Stack gap="md">
      <StatGrid>
        <StatCard label={t('counts.users')} value={stats ? format.number(stats.total_users) : '–'} />
        <StatCard
          label={t('counts.rate')}
          value={stats?.attendance_rate == null ? '–' : format.percent(stats.attendance_rate)}
        />
        <StatCard label={t('counts.notices')} value={notices ? format.number(notices.length) : '–'} />
      </StatGrid>
      <SimpleGrid cols={{ base: 1, md: 2 }} spacing="md">
        <ClassConfigCard />
        <TimeSettingsCard />
      </SimpleGrid>
      <ActiveClasses
        onTake={take}
        action={
          <LinkButton to="/classes" variant="default" size="xs">
            {t('settings.allClasses')}
          </LinkButton>
        }
      />
      <Card
        title={t('users')}
        actions={
          <Button size="xs" variant="light" onClick={() => onEnrol('new')}>
            {t('register')}
          </Button>
        }
      >
        <UsersTable
          search={search}
          onSearch={onSearch}
          onAdd={() => onEnrol('new')}
          onCapture={(user) => onEnrol({ id: user.id, name: user.name })}
        />
      </Card>
      <Card title={t('settings.all')} hint={t('settings.allHint')}>
        <LinkButton to="/settings" variant="default" leftSection={<IconSettings size={18} aria-hidden />}>
          {t('settings.all')}
        </LinkButton>
      </Card>
    </Stack>
  );
}
