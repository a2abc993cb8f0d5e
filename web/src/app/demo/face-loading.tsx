import { Progress } from '@mantine/core';
import { useEffect, useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { DemoControls, FaceLoading } from '../../lib/api/host.ts';
import classes from './face-loading.module.css';

const MEGABYTE = 1_000_000;

/** Download progress of the face models, about 50 MB, which start to load with the first camera. */
export function FaceLoadingBar({ demo }: { demo: DemoControls }) {
  const { t } = useTranslation();
  const [loading, setLoading] = useState<FaceLoading | null>(null);
  useEffect(() => demo.onFaces(setLoading), [demo]);
  if (!loading || loading.state === 'ready') return null;
  if (loading.state === 'failed')
    return (
      <div role="alert" className={classes.bar}>
        {t('demo.facesFailed')}
      </div>
    );
  const { done, total } = loading;
  return (
    <div role="status" className={classes.bar}>
      {t('demo.facesLoading', { done: Math.floor(done / MEGABYTE), total: Math.round(total / MEGABYTE) })}
      <Progress value={(100 * done) / total} aria-label={t('demo.facesLabel')} mt={8} />
    </div>
  );
}
