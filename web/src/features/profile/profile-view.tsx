import { Button, SegmentedControl } from '@mantine/core';
import { fileName } from '@rollcall/core/kernel/file-name';
import { IconCalendar, IconDownload, IconList, IconPencil, IconPrinter, IconX } from '@tabler/icons-react';
import type { TFunction } from 'i18next';
import { useTranslation } from 'react-i18next';
import { StatCard, StatGrid } from '../../components/display/stat-card.tsx';
import { statusKey } from '../../components/display/status-chip.tsx';
import { Card } from '../../components/layout/card.tsx';
import { usePublicSettings } from '../../lib/api/public-settings.queries.ts';
import { csvBlob, downloadBlob } from '../../lib/download.ts';
import { dateOfIso, isoOfWireDate } from '../../lib/format/dates.ts';
import { useFormat } from '../../lib/format/format.ts';
import { useInstitutionToday } from '../../lib/format/institution-day.ts';
import { toast } from '../../lib/toast.tsx';
import { printPage } from '../../lib/view/printing.ts';
import { filterHistory, type HistoryFilter, type HistoryPart, partOfHistory } from './history.rules.ts';
import { HistoryCalendar, HistoryTable } from './history-views.tsx';
import { PersonFacts, PersonIdentity } from './person-facts.tsx';
import classes from './profile.module.css';
import type { ProfileAnswer } from './profile.queries.ts';

function exportHistory(
  t: TFunction<['profile', 'common']>,
  { user, attendance_history }: ProfileAnswer,
  today: string,
): void {
  const table = {
    head: [t('id'), t('csvName'), t('date'), t('checkIn'), t('checkOut'), t('status')],
    rows: attendance_history.map(({ date, time, check_out, status, punctuality }) => [
      user.id,
      user.name,
      isoOfWireDate(date),
      time,
      check_out,
      t(`common:status.${statusKey(status, punctuality)}`),
    ]),
  };
  downloadBlob(csvBlob(table), fileName([user.name, t('csvFile'), today], 'csv'));
}

interface ProfileViewProps {
  readonly answer: ProfileAnswer;
  readonly filter: HistoryFilter;
  readonly onFilter: (filter: HistoryFilter) => void;
  /** Set by the links of a chart. */
  readonly part: HistoryPart;
  readonly onWhole: () => void;
  readonly view: 'list' | 'calendar';
  readonly onView: (view: 'list' | 'calendar') => void;
  /** Set for administrators only. */
  readonly onEdit: (() => void) | undefined;
  readonly onCorrect: ((date: string) => void) | undefined;
}

export function ProfileView(props: ProfileViewProps) {
  const { answer, filter, onFilter, part, onWhole, view, onView, onEdit, onCorrect } = props;
  const { t } = useTranslation(['profile', 'common']);
  const format = useFormat();
  const { institution_name } = usePublicSettings();
  const { user, attendance_history, rate, present_days, due_days, attendance_rate, average_check_in } =
    answer;
  const today = useInstitutionToday();
  const none = t('common:states.none');
  const isCalendar = view === 'calendar';
  const isPart = Boolean(part.month ?? part.weekday);
  const partName = format.list([
    ...(part.weekday ? [format.weekday(part.weekday)] : []),
    ...(part.month ? [format.month(part.month)] : []),
  ]);
  const runExport = () => {
    exportHistory(t, answer, today);
    toast('success', t('exported'));
  };
  return (
    <div className={classes.stack}>
      <div className={classes.reportOnly}>
        <h2>{t('reportTitle')}</h2>
        <p>{t('reportMade', { date: format.date(today), institution: institution_name })}</p>
        <p>{t('reportNote')}</p>
      </div>
      <Card>
        <div className={classes.head}>
          <PersonIdentity person={user} heading="h1" />
          <div className={`${classes.actions} rc-no-print`}>
            <Button
              variant="default"
              leftSection={<IconDownload size={18} aria-hidden />}
              onClick={runExport}
            >
              {t('export')}
            </Button>
            <Button
              variant="default"
              leftSection={
                isCalendar ? <IconList size={18} aria-hidden /> : <IconCalendar size={18} aria-hidden />
              }
              onClick={() => onView(isCalendar ? 'list' : 'calendar')}
            >
              {isCalendar ? t('list') : t('calendar')}
            </Button>
            <Button
              variant="default"
              leftSection={<IconPrinter size={18} aria-hidden />}
              onClick={() => void printPage()}
            >
              {t('report')}
            </Button>
            {onEdit ? (
              <Button variant="light" leftSection={<IconPencil size={18} aria-hidden />} onClick={onEdit}>
                {t('edit')}
              </Button>
            ) : null}
          </div>
        </div>
        <PersonFacts person={user} idLabel={t('id')} />
      </Card>
      <StatGrid>
        <StatCard
          label={t('rate')}
          value={rate === null ? '–' : format.percent(rate)}
          note={
            rate === null
              ? t('noDays')
              : t('ofDays', { present: format.number(present_days), due: format.number(due_days) })
          }
        />
        <StatCard
          label={t('averageCheckIn')}
          value={average_check_in === 'N/A' ? none : format.time(average_check_in)}
        />
        <StatCard
          label={t('score')}
          value={rate === null ? '–' : format.percent(attendance_rate)}
          hint={t('scoreHint')}
        />
      </StatGrid>
      <Card
        title={t('history')}
        actions={
          isCalendar ? null : isPart ? (
            <Button
              variant="light"
              className="rc-no-print"
              rightSection={<IconX size={16} aria-hidden />}
              title={t('showAll')}
              aria-label={`${partName}: ${t('showAll')}`}
              onClick={onWhole}
            >
              {partName}
            </Button>
          ) : (
            <SegmentedControl
              className="rc-no-print"
              aria-label={t('filter.label')}
              value={filter}
              onChange={onFilter}
              data={(['all', 'month', 'week'] as const).map((value) => ({
                value,
                label: t(`filter.${value}`),
              }))}
            />
          )
        }
      >
        {isCalendar ? (
          <HistoryCalendar records={attendance_history} startMonth={today.slice(0, 7)} />
        ) : (
          <HistoryTable
            records={
              isPart
                ? partOfHistory(attendance_history, part)
                : filterHistory(attendance_history, filter, dateOfIso(today))
            }
            onCorrect={onCorrect}
            {...(isPart ? { onShowAll: onWhole } : {})}
            {...(filter === 'all' ? {} : { onShowAll: () => onFilter('all') })}
          />
        )}
      </Card>
    </div>
  );
}
