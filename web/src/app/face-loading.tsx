import { Progress } from '@mantine/core';
import { useEffect, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { type FaceLoading, useDemo } from '../lib/demo.ts';
import classes from './face-loading.module.css';

const MEGABYTE = 1_000_000;

/** The face engine arrives with the first camera: fifty megabytes deserve a word while they come. */
export function FaceLoadingBar() {
  const { t } = useTranslation();
  const demo = useDemo();
  const [loading, setLoading] = useState<FaceLoading | null>(null);
  useEffect(() => demo?.onFaces(setLoading), [demo]);
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
