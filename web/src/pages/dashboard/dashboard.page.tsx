import { Button, Stack } from '@mantine/core';
import { IconChartBar, IconFaceId, IconSpeakerphone, IconUser } from '@tabler/icons-react';
import { useNavigate } from '@tanstack/react-router';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { LinkButton } from '../../components/inputs/link-button.tsx';
import { Page } from '../../components/layout/page.tsx';
import { TabBar } from '../../components/layout/tab-bar.tsx';
import { UserAnalyticsTab } from '../../features/analytics/analytics-tab.tsx';
import { PersonWeeksChart, PersonYearChart } from '../../features/charts/own-charts.tsx';
import { MyCorrections } from '../../features/corrections/correction-list.tsx';
import { AskCorrectionModal } from '../../features/corrections/correction-modals.tsx';
import { useMyAttendance } from '../../features/dashboard/dashboard.queries.ts';
import { DashboardHeader } from '../../features/dashboard/dashboard-header.tsx';
import { MyFigures, UserStatCards } from '../../features/dashboard/user-stats.tsx';
import { NoticeList } from '../../features/notices/notice-list.tsx';
import { MyPrivacyCard } from '../../features/privacy/my-privacy-card.tsx';
import { ProfileTab } from '../../features/profile/profile-tab.tsx';
import { isoOfWireDate } from '../../lib/format/dates.ts';
import { useOfficeTexts } from '../../lib/i18n/office-texts.queries.ts';
import { useMe } from '../../lib/session/me.queries.ts';
import { mayIn } from '../../lib/session/permissions.ts';
import { useSessionState } from '../../lib/session/session.ts';
import { AdminDashboard } from './admin-dashboard.tsx';
import { Marking } from './marking.tsx';
import { useDashboardSearch, useRefresh } from './use-dashboard.ts';

export function DashboardPage() {
  useOfficeTexts();
  const me = useMe();
  // Signing out renders the page once more before it is left.
  if (!me) return null;
  return mayIn(me, 'settings.manage') ? <AdminDashboard /> : <UserDashboard />;
}

function UserDashboard() {
  const { t } = useTranslation('dashboard');
  const navigate = useNavigate();
  const { user } = useSessionState();
  const { search, set, filter, setFilter, notices, setNotices } = useDashboardSearch();
  const { refresh } = useRefresh();
  const [isMarking, setMarking] = useState(false);
  const [asking, setAsking] = useState<string | null>(null);
  const isStudent = user?.type === 'student';
  const tabs = [
    {
      value: 'analytics' as const,
      label: t('tabs.myAnalytics'),
      icon: <IconChartBar size={18} aria-hidden />,
    },
    { value: 'notices' as const, label: t('tabs.notices'), icon: <IconSpeakerphone size={18} aria-hidden /> },
    ...(isStudent
      ? [{ value: 'profile' as const, label: t('tabs.profile'), icon: <IconUser size={18} aria-hidden /> }]
      : []),
  ];
  const showDays = (rows: { month: string } | { weekday: number }) => {
    if (user) void navigate({ to: '/profile/$id', params: { id: user.id }, search: rows });
  };
  const tab = tabs.find(({ value }) => value === search.tab)?.value ?? 'analytics';

  return (
    <Page title={t('title')}>
      <DashboardHeader onRefresh={refresh}>
        {isStudent ? <MyFigures /> : null}
        {/* Students have a profile tab; everybody else reaches consent and data here. */}
        {!isStudent && user ? (
          <LinkButton variant="default" to="/profile/$id" params={{ id: user.id }}>
            {t('tabs.profile')}
          </LinkButton>
        ) : null}
        <Button leftSection={<IconFaceId size={18} aria-hidden />} onClick={() => setMarking(true)}>
          {t('mark')}
        </Button>
      </DashboardHeader>
      <UserStatCards onCorrect={setAsking} />
      <div style={{ marginTop: 24 }}>
        <TabBar
          label={t('tabs.label')}
          value={tab}
          tabs={tabs}
          onChange={(next) => set({ tab: next === 'analytics' ? undefined : next }, { replace: false })}
        >
          {tab === 'analytics' ? (
            <UserAnalyticsTab
              filter={filter}
              onFilter={setFilter}
              onMonth={(month) => showDays({ month })}
              onWeekday={(weekday) => showDays({ weekday })}
              pictures={<OwnPictures onMonth={(month) => showDays({ month })} />}
            />
          ) : null}
          {tab === 'notices' ? (
            <NoticeList title={t('tabs.notices')} set="read" filter={notices} onFilter={setNotices} />
          ) : null}
          {tab === 'profile' ? (
            <Stack gap="md">
              <ProfileTab />
              <MyCorrections onAsk={() => setAsking('')} />
              <MyPrivacyCard />
            </Stack>
          ) : null}
        </TabBar>
      </div>
      {asking === null ? null : (
        <AskCorrectionModal date={asking || undefined} onClose={() => setAsking(null)} />
      )}
      {isMarking ? <Marking onClose={() => setMarking(false)} /> : null}
    </Page>
  );
}

/** The pictures of one person, from the days that the figures above were loaded with. */
function OwnPictures({ onMonth }: { onMonth: (month: string) => void }) {
  const { data } = useMyAttendance();
  if (!data || data.attendance.length === 0) return null;
  const open = (date: string) => onMonth(date.slice(0, 7));
  return (
    <>
      <PersonYearChart records={data.attendance} today={isoOfWireDate(data.today.date)} onDay={open} />
      <PersonWeeksChart records={data.attendance} onDay={open} />
    </>
  );
}
