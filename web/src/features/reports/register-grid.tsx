import type { DayStatus } from '@rollcall/core/attendance/attendance.types';
import { useTranslation } from 'react-i18next';
import { useFormat } from '../../lib/use-format.ts';
import classes from './register.module.css';
import type { Register } from './reports.queries.ts';

interface RegisterGridProps {
  readonly register: Register;
  readonly onPerson: (id: string) => void;
}

const TOTALS = ['present', 'late', 'absent', 'excused'] as const;

/** The month as a grid: people down, days across, one letter a day. Names and days stay in sight. */
export function RegisterGrid({ register, onPerson }: RegisterGridProps) {
  const { t } = useTranslation(['attendance', 'common']);
  const format = useFormat();
  const month = format.month(register.month);
  const spoken = (mark: DayStatus | null, calendar: string): string => {
    if (mark) return t(`common:status.${mark}`);
    return calendar === 'holiday' ? t('common:status.holiday') : '';
  };
  return (
    // A wide table scrolls inside itself; whoever uses the keyboard must be able to reach it.
    // biome-ignore lint/a11y/noNoninteractiveTabindex: a scrolling region has to take the focus
    <section className={classes.scroll} tabIndex={0} aria-label={t('register.grid', { month })}>
      <table className={classes.grid}>
        <caption>{t('register.grid', { month })}</caption>
        <thead>
          <tr>
            <th scope="col" className={classes.name}>
              {t('register.name')}
            </th>
            {register.days.map(({ date, calendar }) => (
              <th key={date} scope="col" data-off={calendar === 'open' ? undefined : ''}>
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
          {register.rows.map((row) => (
            <tr key={row.user_id}>
              <th scope="row" className={classes.name}>
                <button type="button" onClick={() => onPerson(row.user_id)}>
                  {row.name} <small>{row.user_id}</small>
                </button>
              </th>
              {row.marks.map((mark, index) => {
                const day = register.days[index];
                const said = day ? spoken(mark, day.calendar) : '';
                return (
                  <td
                    key={day?.date}
                    data-off={day?.calendar === 'open' ? undefined : ''}
                    data-mark={mark ?? undefined}
                    title={said || undefined}
                  >
                    <span aria-hidden>
                      {mark
                        ? t(`register.marks.${mark}`)
                        : day?.calendar === 'holiday'
                          ? t('register.marks.holiday')
                          : ''}
                    </span>
                    <span className={classes.hidden}>{said}</span>
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
