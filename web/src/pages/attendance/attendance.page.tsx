import { Box, Stack } from '@mantine/core';
import {
  IconCalendarEvent,
  IconEdit,
  IconFileDownload,
  IconListDetails,
  IconTable,
  IconUserX,
} from '@tabler/icons-react';
import { getRouteApi, useNavigate } from '@tanstack/react-router';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Page } from '../../components/layout/page.tsx';
import { TabBar } from '../../components/layout/tab-bar.tsx';
import { HolidaysCard, WorkingDaysCard, YearSwitch } from '../../features/calendar/calendar-cards.tsx';
import { DaysCard } from '../../features/calendar/days-card.tsx';
import { LeavesCard } from '../../features/calendar/leaves-card.tsx';
import { CorrectDayModal } from '../../features/corrections/correction-modals.tsx';
import { CorrectionQueue } from '../../features/corrections/correction-queue.tsx';
import { DayRows } from '../../features/follow-up/day-rows.tsx';
import type { DayRow } from '../../features/follow-up/follow-up.queries.ts';
import { AbsenteesCard, AttentionCards } from '../../features/follow-up/follow-up-cards.tsx';
import { MonthReportPanel } from '../../features/reports/month-report-panel.tsx';
import { ReportCards } from '../../features/reports/report-cards.tsx';
import { ScopePicker } from '../../features/reports/report-fields.tsx';
import { isoOfDate, isoOfWireDate, now } from '../../lib/format/dates.ts';
import { useOfficeTexts } from '../../lib/i18n/office-texts.queries.ts';
import { ATTENDANCE_TABS, type AttendanceSearch } from '../page-search.ts';

const route = getRouteApi('/admin/attendance');

const ICONS = {
  today: IconUserX,
  register: IconTable,
  reports: IconFileDownload,
  days: IconListDetails,
  corrections: IconEdit,
  calendar: IconCalendarEvent,
};

/** Attendance for administrators: absentees, month report, downloads, single days, correction requests, calendar. */
export function AttendancePage() {
  useOfficeTexts();
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
      <Box component="header" className="rc-no-print" mb={16}>
        <Box component="h1" m={0} fz={30} lh={1.2}>
          {t('title')}
        </Box>
        <Box component="p" m={0} mt={4} maw="65ch" c="var(--rc-muted)">
          {t('text')}
        </Box>
      </Box>
      <TabBar
        label={t('tabs.label')}
        value={tab}
        // Drops the filters of the previous tab.
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
          <MonthReportPanel
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
            <WorkingDaysCard year={year} today={today} />
            <HolidaysCard
              year={year}
              yearSwitch={<YearSwitch year={year} onYear={(next) => set({ year: next })} />}
            />
            <LeavesCard year={year} />
            <DaysCard
              today={today}
              scopePicker={(value, onChange) => <ScopePicker value={value} onChange={onChange} />}
            />
          </Stack>
        ) : null}
      </TabBar>
    </Page>
  );
}

interface DaysTabProps {
  readonly search: AttendanceSearch;
  readonly range: { readonly from: string; readonly to: string };
  readonly onSearch: (change: AttendanceSearch, replace?: boolean) => void;
}

/** The attendance days of the institution as rows, each of which can be corrected. */
function DaysTab({ search, range, onSearch }: DaysTabProps) {
  const [correcting, setCorrecting] = useState<DayRow | null>(null);
  return (
    <>
      <DayRows
        filter={{
          ...range,
          section: search.section,
          status: search.status,
          weekday: search.weekday,
          page: search.page ?? 1,
        }}
        onFilter={(change) => onSearch(change)}
        onCorrect={setCorrecting}
      />
      {correcting ? (
        <CorrectDayModal
          person={{ id: correcting.user_id, name: correcting.user_name }}
          date={isoOfWireDate(correcting.date)}
          time={correcting.time}
          onClose={() => setCorrecting(null)}
        />
      ) : null}
    </>
  );
}
