import { Stack } from '@mantine/core';
import {
  IconCalendarEvent,
  IconEdit,
  IconFileDownload,
  IconListDetails,
  IconTable,
  IconUserX,
} from '@tabler/icons-react';
import { getRouteApi, useNavigate } from '@tanstack/react-router';
import { useTranslation } from 'react-i18next';
import { Page } from '../../components/page.tsx';
import { TabBar } from '../../components/tab-bar.tsx';
import { HolidaysCard } from '../../features/calendar/holidays-card.tsx';
import { LeavesCard } from '../../features/calendar/leaves-card.tsx';
import { WorkingDaysCard } from '../../features/calendar/working-days-card.tsx';
import { YearSwitch } from '../../features/calendar/year-switch.tsx';
import { CorrectionQueue } from '../../features/corrections/correction-queue.tsx';
import { AbsenteesCard } from '../../features/follow-up/absentees-card.tsx';
import { AttentionCards } from '../../features/follow-up/attention-cards.tsx';
import { RegisterPanel } from '../../features/reports/register-panel.tsx';
import { ReportCards } from '../../features/reports/report-cards.tsx';
import { now } from '../../lib/clock.ts';
import { isoOfDate } from '../../lib/wire-date.ts';
import classes from './attendance.module.css';
import { ATTENDANCE_TABS, type AttendanceSearch } from './attendance.search.ts';
import { DaysTab } from './days-tab.tsx';

const route = getRouteApi('/admin/attendance');

const ICONS = {
  today: IconUserX,
  register: IconTable,
  reports: IconFileDownload,
  days: IconListDetails,
  corrections: IconEdit,
  calendar: IconCalendarEvent,
};

/** Everything about time: who is missing, the register, the rows, what is contested, and the calendar behind it. */
export function AttendancePage() {
  const { t } = useTranslation('attendance');
  const search = route.useSearch();
  const navigate = useNavigate();
  const navigateHere = route.useNavigate();
  const set = (change: AttendanceSearch, replace = true) =>
    void navigateHere({ search: (before) => ({ ...before, ...change }), resetScroll: false, replace });
  const showPerson = (id: string) => void navigate({ to: '/profile/$id', params: { id } });
  const tab = search.tab ?? 'today';
  const today = isoOfDate(now());
  const month = search.month ?? today.slice(0, 7);
  const monthStart = `${today.slice(0, 7)}-01`;
  const range = { from: search.from ?? monthStart, to: search.to ?? today };
  const scope = { class: search.class, section: search.section };
  const year = search.year ?? Number(today.slice(0, 4));

  return (
    <Page title={t('title')}>
      <header className={`${classes.head} rc-no-print`}>
        <h1>{t('title')}</h1>
        <p>{t('text')}</p>
      </header>
      <TabBar
        label={t('tabs.label')}
        value={tab}
        // Filters of one tab mean nothing in another.
        onChange={(next) =>
          void navigate({
            to: '/admin/attendance',
            search: next === 'today' ? {} : { tab: next },
            resetScroll: false,
          })
        }
        tabs={ATTENDANCE_TABS.map((value) => {
          const Icon = ICONS[value];
          return { value, label: t(`tabs.${value}`), icon: <Icon size={18} aria-hidden /> };
        })}
      >
        {tab === 'today' ? (
          <Stack gap="md">
            <AbsenteesCard date={search.date} onDate={(date) => set({ date })} onPerson={showPerson} />
            <AttentionCards
              range={search.from && search.to ? { from: search.from, to: search.to } : null}
              onRange={(next) => set(next)}
              onPerson={showPerson}
            />
          </Stack>
        ) : null}
        {tab === 'register' ? (
          <RegisterPanel
            month={month}
            onMonth={(next) => set({ month: next, page: undefined })}
            scope={scope}
            onScope={(next) => set({ ...next, page: undefined })}
            page={search.page ?? 1}
            onPage={(page) => set({ page }, false)}
            onPerson={showPerson}
          />
        ) : null}
        {tab === 'reports' ? (
          <ReportCards
            month={month}
            onMonth={(next) => set({ month: next })}
            range={range}
            onRange={(next) => set(next)}
            scope={scope}
            onScope={(next) => set(next)}
          />
        ) : null}
        {tab === 'days' ? <DaysTab search={search} range={range} onSearch={set} /> : null}
        {tab === 'corrections' ? (
          <CorrectionQueue
            state={search.state ?? 'pending'}
            onState={(state) => set({ state: state === 'pending' ? undefined : state })}
          />
        ) : null}
        {tab === 'calendar' ? (
          <Stack gap="md">
            <WorkingDaysCard year={year} />
            <HolidaysCard
              year={year}
              yearSwitch={<YearSwitch year={year} onYear={(next) => set({ year: next })} />}
            />
            <LeavesCard year={year} />
          </Stack>
        ) : null}
      </TabBar>
    </Page>
  );
}
