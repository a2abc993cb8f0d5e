import { Link } from '@tanstack/react-router';
import { useRef } from 'react';
import { useTranslation } from 'react-i18next';
import { Initial } from '../../components/display/initials.tsx';
import { StatusIcon } from '../../components/display/status-chip.tsx';
import { Card } from '../../components/layout/card.tsx';
import { useFormat } from '../../lib/format/format.ts';
import classes from './today.module.css';
import type { TodayAnswer } from './today.queries.ts';

const SHOWN = 6;

/** The latest check-ins, newest first. Whoever comes while the page is open slides in. */
export function LiveArrivals({ arrivals }: { arrivals: TodayAnswer['arrivals'] }) {
  const { t } = useTranslation('attendance');
  const format = useFormat();
  const first = useRef(new Set(arrivals.map(({ id }) => id)));
  return (
    <Card title={t('today.arrivals')}>
      {arrivals.length === 0 ? (
        <p className={classes.quiet}>{t('today.noArrivals')}</p>
      ) : (
        <ul className={classes.arrivals} aria-live="polite" aria-relevant="additions">
          {arrivals.slice(0, SHOWN).map(({ id, name, time, late }) => (
            <li key={id} {...(first.current.has(id) ? {} : { 'data-new': true })}>
              <Initial name={name} size={28} />
              <Link to="/profile/$id" params={{ id }}>
                {name}
              </Link>
              <span data-tone={late ? 'late' : 'present'}>
                <StatusIcon status={late ? 'late' : 'present'} />
              </span>
              <time>{format.time(time)}</time>
            </li>
          ))}
        </ul>
      )}
    </Card>
  );
}
