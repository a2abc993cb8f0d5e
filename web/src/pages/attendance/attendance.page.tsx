import { Box, Button, Group, Stack } from '@mantine/core';
import type { Action } from '@rollcall/core/kernel/access';
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
import { LinkButton } from '../../components/inputs/link-button.tsx';
import { Page } from '../../components/layout/page.tsx';
import { TabBar } from '../../components/layout/tab-bar.tsx';
import { HolidaysCard, WorkingDaysCard, YearSwitch } from '../../features/calendar/calendar-cards.tsx';
import { DaysCard } from '../../features/calendar/days-card.tsx';
import { LeavesCard } from '../../features/calendar/leaves-card.tsx';
import { CorrectDayModal } from '../../features/corrections/correction-modals.tsx';
import { CorrectionQueue } from '../../features/corrections/correction-queue.tsx';
import { DayRows } from '../../features/follow-up/day-rows.tsx';
import type { Absentee, DayRow } from '../../features/follow-up/follow-up.queries.ts';
import { AbsenteesCard, AttentionCards } from '../../features/follow-up/follow-up-cards.tsx';
import { MonthReportPanel } from '../../features/reports/month-report-panel.tsx';
import { ReportCards } from '../../features/reports/report-cards.tsx';
import { ScopePicker } from '../../features/reports/report-fields.tsx';
import { MarkActions } from '../../features/today/mark-actions.tsx';
import { useMarkDialog } from '../../features/today/mark-dialog.tsx';
import { isoOfWireDate } from '../../lib/format/dates.ts';
import { useFormat } from '../../lib/format/format.ts';
import { useInstitutionToday } from '../../lib/format/institution-day.ts';
import { useOfficeTexts } from '../../lib/i18n/office-texts.queries.ts';
import { useMe } from '../../lib/session/me.queries.ts';
import { mayIn } from '../../lib/session/permissions.ts';
import { ATTENDANCE_TABS, type AttendanceSearch } from '../page-search.ts';

type Tab = (typeof ATTENDANCE_TABS)[number];

/** Each tab with the actions of which one is enough to see it. */
const TABS: Record<Tab, { readonly Icon: typeof IconTable; readonly actions: readonly Action[] }> = {
  today: { Icon: IconUserX, actions: ['analytics.read'] },
  register: { Icon: IconTable, actions: ['reports.print'] },
  reports: { Icon: IconFileDownload, actions: ['reports.print'] },
  days: { Icon: IconListDetails, actions: ['analytics.read'] },
  corrections: { Icon: IconEdit, actions: ['corrections.manage'] },
  calendar: { Icon: IconCalendarEvent, actions: ['calendar.manage', 'leaves.manage'] },
};

export const AdminAttendancePage = () => <Attendance at="/admin/attendance" />;
export const AttendancePage = () => <Attendance at="/attendance" />;

/** Absentees, month report, downloads, single days, correction requests, calendar: what the account can use. */
function Attendance({ at }: { at: '/admin/attendance' | '/attendance' }) {
  useOfficeTexts();
  const { t } = useTranslation('attendance');
  const route = getRouteApi(at);
  const search = route.useSearch();
  const me = useMe();
  const navigate = useNavigate();
  const navigateHere = route.useNavigate();
  const set = (change: AttendanceSearch, replace = true) =>
    void navigateHere({ search: (before) => ({ ...before, ...change }), resetScroll: false, replace });
  const tabs = ATTENDANCE_TABS.filter((each) => TABS[each].actions.some((action) => mayIn(me, action)));
  const tab = tabs.find((each) => each === search.tab) ?? tabs[0] ?? 'register';
  const today = useInstitutionToday();
  const month = search.month ?? today.slice(0, 7);
  const monthStart = `${today.slice(0, 7)}-01`;
  const range = { from: search.from ?? monthStart, to: search.to ?? today };
  const scope = { class: search.class, section: search.section };
  const year = search.year ?? Number(today.slice(0, 4));
  const yearSwitch = <YearSwitch year={year} onYear={(next) => set({ year: next })} />;
  const mayPlan = mayIn(me, 'calendar.manage');

  return (
    <Page title={t('title')}>
      <Box component="header" className="rc-no-print" mb={16}>
        <Box component="h1" m={0} fz={30} lh={1.2}>
          {t('title')}
        </Box>
        <Box component="p" m={0} mt={4} maw="65ch" c="var(--rc-muted)">
          {tabs.includes('today') ? t('text') : t('textOfClasses')}
        </Box>
      </Box>
      <TabBar
        label={t('tabs.label')}
        value={tab}
        // Drops the filters of the previous tab.
        onChange={(next) =>
          void navigate({
            to: at,
            search: next === tabs[0] ? {} : { tab: next },
            resetScroll: false,
          })
        }
        tabs={tabs.map((value) => {
          const { Icon } = TABS[value];
          return { value, label: t(`tabs.${value}`), icon: <Icon size={18} aria-hidden /> };
        })}
      >
        {tab === 'today' ? (
          <Stack gap="md">
            <MissingPeople date={search.date} today={today} onDate={(date) => set({ date })} />
            <AttentionCards
              range={search.from && search.to ? { from: search.from, to: search.to } : null}
              onRange={(next) => set(next)}
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
            {mayPlan ? (
              <>
                <WorkingDaysCard year={year} today={today} />
                <HolidaysCard year={year} yearSwitch={yearSwitch} />
              </>
            ) : (
              <Group justify="flex-end">{yearSwitch}</Group>
            )}
            <LeavesCard year={year} />
            {mayPlan ? (
              <DaysCard
                today={today}
                scopePicker={(value, onChange) => <ScopePicker value={value} onChange={onChange} />}
              />
            ) : null}
          </Stack>
        ) : null}
      </TabBar>
    </Page>
  );
}

interface MissingPeopleProps {
  readonly date: string | undefined;
  readonly today: string;
  readonly onDate: (date: string | undefined) => void;
}

/** Who is missing on a day: today they are marked, earlier days are corrected. */
function MissingPeople({ date, today, onDate }: MissingPeopleProps) {
  const { t } = useTranslation('attendance');
  const format = useFormat();
  const me = useMe();
  const [correcting, setCorrecting] = useState<{ id: string; name: string; date: string } | null>(null);
  const mayMark = mayIn(me, 'attendance.mark-today');
  const marking = useMarkDialog(null);
  const actionsOf = (person: Absentee, day: string) =>
    day === today ? (
      <MarkActions person={{ id: person.user_id, name: person.name }} onAsk={marking.ask} isShort />
    ) : (
      <Button
        size="xs"
        variant="default"
        aria-label={t('today.correctDayOf', { name: person.name, date: format.date(day) })}
        onClick={() => setCorrecting({ id: person.user_id, name: person.name, date: day })}
      >
        {t('today.correctDay')}
      </Button>
    );
  return (
    <>
      <AbsenteesCard date={date} onDate={onDate} {...(mayMark ? { actionsOf } : {})}>
        {mayMark && (date ?? today) === today ? (
          <LinkButton to="/today" variant="default">
            {t('today.fromMissing')}
          </LinkButton>
        ) : null}
      </AbsenteesCard>
      {marking.dialog}
      {correcting ? (
        <CorrectDayModal person={correcting} date={correcting.date} onClose={() => setCorrecting(null)} />
      ) : null}
    </>
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
