import { Progress, Skeleton } from '@mantine/core';
import { useEffect, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { LoadError } from '../feedback/load-error.tsx';
import classes from './place-code.module.css';
import { usePlaceCode } from './place-code.queries.ts';

/** How long a code is shown. */
const SHOWN_MS = 30_000;
const TICK_MS = 500;

/** The code in large digits, to be read from the back of a room, and how long it is still shown. */
export function PlaceCode({ classId }: { classId: number | null }) {
  const { t } = useTranslation('classes');
  const query = usePlaceCode(classId);
  if (query.isPending) return <Skeleton height={220} radius={12} />;
  if (query.isError && !query.data)
    return <LoadError error={query.error} onRetry={() => void query.refetch()} />;
  const { code, left_ms, class_name } = query.data;
  return (
    <div className={classes.code}>
      <p>{class_name ? t('placeCode.ofClass', { name: class_name }) : t('placeCode.ofAll')}</p>
      <output dir="ltr" aria-live="off">
        {code}
      </output>
      <TimeLeft until={query.dataUpdatedAt + left_ms} />
      <p className={classes.note}>{t('placeCode.note')}</p>
    </div>
  );
}

/** `until` is a moment of the device's own clock. */
function TimeLeft({ until }: { until: number }) {
  const { t } = useTranslation('classes');
  const [left, setLeft] = useState(() => until - Date.now());
  useEffect(() => {
    setLeft(until - Date.now());
    const timer = setInterval(() => setLeft(until - Date.now()), TICK_MS);
    return () => clearInterval(timer);
  }, [until]);
  const share = Math.min(Math.max(left / SHOWN_MS, 0), 1);
  return (
    <Progress
      value={100 * share}
      size="lg"
      aria-label={t('placeCode.timeLeft')}
      transitionDuration={TICK_MS}
    />
  );
}
