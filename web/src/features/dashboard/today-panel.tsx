import { Button } from '@mantine/core';
import { IconEdit, IconScan, IconUserX } from '@tabler/icons-react';
import { useTranslation } from 'react-i18next';
import { Card } from '../../components/card.tsx';
import { Initial } from '../../components/initials.tsx';
import { useFormat } from '../../lib/use-format.ts';
import classes from './dashboard.module.css';
import { useAdminStats, usePendingCorrections, usePeopleWithoutFace } from './dashboard.queries.ts';

const SHOWN = 5;

interface TodayPanelProps {
  readonly onShowWithoutFace: () => void;
  readonly onShowToday: () => void;
  readonly onShowCorrections: () => void;
}

/** Who is here, and what waits for the administrator: before any chart. */
export function TodayPanel({ onShowWithoutFace, onShowToday, onShowCorrections }: TodayPanelProps) {
  const { t } = useTranslation('dashboard');
  const format = useFormat();
  const { data } = useAdminStats();
  const withoutFace = usePeopleWithoutFace().data ?? 0;
  const pending = usePendingCorrections().data ?? 0;
  // The newest on top: whoever arrives while the page is open is seen to arrive.
  const arrivals = (data?.stats.attendance_data ?? []).toSorted((a, b) => b.Time.localeCompare(a.Time));
  const absent = data?.stats.absent_today ?? 0;
  return (
    <div className={classes.today}>
      <Card
        title={t('today.arrivals')}
        {...(arrivals.length > 0 ? { hint: t('today.all', { count: arrivals.length }) } : {})}
      >
        {arrivals.length === 0 ? (
          <p className={classes.quiet}>
            {t('today.noArrivals')}. {t('today.noArrivalsText')}
          </p>
        ) : (
          <ul className={classes.arrivals}>
            {arrivals.slice(0, SHOWN).map((row) => (
              <li key={row.Roll}>
                <Initial name={row.Name} size={32} />
                <strong>{row.Name}</strong>
                <time>{format.time(row.Time)}</time>
              </li>
            ))}
          </ul>
        )}
      </Card>
      <Card title={t('today.attention')}>
        {withoutFace + absent + pending === 0 ? <p className={classes.quiet}>{t('today.nothing')}</p> : null}
        <ul className={classes.tasks}>
          {absent > 0 ? (
            <li>
              <IconUserX size={20} aria-hidden />
              <span>{t('today.absent', { count: absent })}</span>
              <Button size="xs" variant="default" onClick={onShowToday}>
                {t('today.absentAction')}
              </Button>
            </li>
          ) : null}
          {pending > 0 ? (
            <li>
              <IconEdit size={20} aria-hidden />
              <span>{t('today.corrections', { count: pending })}</span>
              <Button size="xs" variant="default" onClick={onShowCorrections}>
                {t('today.correctionsAction')}
              </Button>
            </li>
          ) : null}
          {withoutFace > 0 ? (
            <li>
              <IconScan size={20} aria-hidden />
              <span>{t('today.noFace', { count: withoutFace })}</span>
              <Button size="xs" variant="default" onClick={onShowWithoutFace}>
                {t('today.noFaceAction')}
              </Button>
            </li>
          ) : null}
        </ul>
      </Card>
    </div>
  );
}
