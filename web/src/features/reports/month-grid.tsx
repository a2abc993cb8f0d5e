import type { DayStatus } from '@rollcall/core/attendance/attendance.types';
import { isPresent } from '@rollcall/core/attendance/attendance-day.rules';
import { useLayoutEffect, useRef } from 'react';
import { useTranslation } from 'react-i18next';
import { PersonLink } from '../../components/display/person-link.tsx';
import { useFormat } from '../../lib/format/format.ts';
import { useInstitutionToday } from '../../lib/format/institution-day.ts';
import classes from './reports.module.css';
import type { MonthReport } from './reports.queries.ts';

interface MonthGridProps {
  readonly report: MonthReport;
}

const TOTALS = ['present', 'late', 'absent', 'excused'] as const;

/**
 * Month report as a grid of people and days, one letter a day. Names and days stay visible while scrolling; on a narrow
 * screen it opens at today.
 */
export function MonthGrid({ report }: MonthGridProps) {
  const { t } = useTranslation(['attendance', 'common']);
  const format = useFormat();
  const month = format.month(report.month);
  const today = useInstitutionToday();
  const sheet = useRef<HTMLElement>(null);
  const showing = report.days.some(({ date }) => date === today) ? today : null;
  useLayoutEffect(() => {
    const column = showing === null ? null : sheet.current?.querySelector('[aria-current="date"]');
    if (!sheet.current || !column) return;
    const [view, day] = [sheet.current.getBoundingClientRect(), column.getBoundingClientRect()];
    sheet.current.scrollLeft += (day.left + day.right - view.left - view.right) / 2;
  }, [showing]);
  const isVisit = (status: DayStatus | null, calendar: string): boolean =>
    calendar !== 'open' && status !== null && isPresent(status);
  const statusText = (status: DayStatus | null, calendar: string): string => {
    if (isVisit(status, calendar)) return t('register.visit');
    if (status) return t(`common:status.${status}`);
    return calendar === 'holiday' ? t('common:status.holiday') : '';
  };
  return (
    // The table scrolls inside this section, which therefore has to take the keyboard focus.
    // biome-ignore lint/a11y/noNoninteractiveTabindex: see above
    <section ref={sheet} className={classes.scroll} tabIndex={0} aria-label={t('register.grid', { month })}>
      <table className={classes.grid}>
        <caption>{t('register.grid', { month })}</caption>
        <thead>
          <tr>
            <th scope="col" className={classes.name}>
              {t('register.name')}
            </th>
            {report.days.map(({ date, calendar }) => (
              <th
                key={date}
                scope="col"
                aria-current={date === showing ? 'date' : undefined}
                data-off={calendar === 'open' ? undefined : ''}
              >
                <span aria-hidden>{format.weekdayInitial(date)}</span>
                <span className={classes.day}>
                  <span className={classes.hidden}>{format.dayMonth(date)}</span>
                  <span aria-hidden>{Number(date.slice(8, 10))}</span>
                </span>
              </th>
            ))}
            {TOTALS.map((total) => (
              <th key={total} scope="col" className={classes.total} title={t(`register.${total}`)}>
                <span className={classes.hidden}>{t(`register.${total}`)}</span>
                <span aria-hidden>{total === 'present' ? 'Σ' : t(`register.marks.${total}`)}</span>
              </th>
            ))}
            <th scope="col" className={classes.total} title={t('rate.text')}>
              <span className={classes.hidden}>{t('register.rate')}</span>
              <span aria-hidden>%</span>
            </th>
          </tr>
        </thead>
        <tbody>
          {report.rows.map((row) => (
            <tr key={row.user_id}>
              <th scope="row" className={classes.name}>
                <PersonLink id={row.user_id} className={classes.person}>
                  <bdi>{row.name}</bdi> <small>{row.user_id}</small>
                </PersonLink>
              </th>
              {row.marks.map((status, index) => {
                const day = report.days[index];
                const text = day ? statusText(status, day.calendar) : '';
                const mark = day && isVisit(status, day.calendar) ? 'visit' : status;
                return (
                  <td
                    key={day?.date}
                    data-off={day?.calendar === 'open' ? undefined : ''}
                    data-status={status ?? undefined}
                    title={text || undefined}
                  >
                    <span aria-hidden>
                      {mark
                        ? t(`register.marks.${mark}`)
                        : day?.calendar === 'holiday'
                          ? t('register.marks.holiday')
                          : ''}
                    </span>
                    <span className={classes.hidden}>{text}</span>
                  </td>
                );
              })}
              {TOTALS.map((total) => (
                <td key={total} className={classes.total}>
                  {format.number(row[total])}
                </td>
              ))}
              <td className={classes.total}>{row.rate === null ? '–' : format.number(row.rate)}</td>
            </tr>
          ))}
        </tbody>
      </table>
    </section>
  );
}
