import { Button, SegmentedControl } from '@mantine/core';
import { IconCalendar, IconDownload, IconList, IconPencil, IconPrinter, IconX } from '@tabler/icons-react';
import { useTranslation } from 'react-i18next';
import { Card } from '../../components/card.tsx';
import { Initial } from '../../components/initials.tsx';
import { StatCard, StatGrid } from '../../components/stat-card.tsx';
import { now } from '../../lib/clock.ts';
import { usePublicSettings } from '../../lib/public-settings.queries.ts';
import { toast } from '../../lib/toast.tsx';
import { useFormat } from '../../lib/use-format.ts';
import { isoOfDate } from '../../lib/wire-date.ts';
import { exportHistory } from './export-history.ts';
import { FactList } from './fact-list.tsx';
import { filterHistory, type HistoryFilter, type HistoryPart, partOfHistory } from './history.rules.ts';
import { HistoryCalendar } from './history-calendar.tsx';
import { HistoryTable } from './history-table.tsx';
import classes from './profile.module.css';
import type { ProfileAnswer } from './profile.queries.ts';

interface ProfileViewProps {
  readonly answer: ProfileAnswer;
  readonly filter: HistoryFilter;
  readonly onFilter: (filter: HistoryFilter) => void;
  /** Set by whoever comes from a chart. */
  readonly part: HistoryPart;
  readonly onWhole: () => void;
  readonly view: 'list' | 'calendar';
  readonly onView: (view: 'list' | 'calendar') => void;
  /** Administrators only. */
  readonly onEdit: (() => void) | undefined;
  readonly onCorrect: ((date: string) => void) | undefined;
}

export function ProfileView(props: ProfileViewProps) {
  const { answer, filter, onFilter, part, onWhole, view, onView, onEdit, onCorrect } = props;
  const { t } = useTranslation(['profile', 'common']);
  const format = useFormat();
  const { institution_name } = usePublicSettings();
  const { user, attendance_history, total_days, attendance_rate, average_check_in } = answer;
  const none = t('common:states.none');
  const isCalendar = view === 'calendar';
  const isPart = Boolean(part.month ?? part.weekday);
  const partName = [part.weekday && format.weekday(part.weekday), part.month && format.month(part.month)]
    .filter(Boolean)
    .join(', ');
  const runExport = () => {
    exportHistory([t('date'), t('checkIn'), t('checkOut'), t('status')], answer);
    toast('success', t('exported'));
  };
  return (
    <div className={classes.stack}>
      <div className={classes.reportOnly}>
        <h2>{t('reportTitle')}</h2>
        <p>{t('reportMade', { date: format.date(isoOfDate(now())), institution: institution_name })}</p>
        <p>{t('reportNote')}</p>
      </div>
      <Card>
        <div className={classes.head}>
          <div className={classes.identity}>
            <Initial name={user.name} size={72} />
            <div>
              <h1>{user.name}</h1>
              <p>{t(`common:types.${user.type}`)}</p>
            </div>
          </div>
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
              onClick={() => print()}
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
        <FactList
          facts={[
            { label: t('id'), value: user.id },
            { label: t('username'), value: user.username ?? none },
            { label: t('section'), value: user.class_section ?? none },
            { label: t('registered'), value: format.date(user.registered_date) },
          ]}
        />
      </Card>
      <StatGrid>
        <StatCard label={t('totalDays')} value={format.number(total_days)} note={t('totalDaysNote')} />
        <StatCard label={t('rate')} value={format.percent(attendance_rate)} note={t('rateNote')} />
        <StatCard
          label={t('averageCheckIn')}
          value={average_check_in === 'N/A' ? none : format.time(average_check_in)}
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
          <HistoryCalendar records={attendance_history} startMonth={isoOfDate(now()).slice(0, 7)} />
        ) : (
          <HistoryTable
            records={
              isPart
                ? partOfHistory(attendance_history, part)
                : filterHistory(attendance_history, filter, now())
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
