import { Alert, Button, Skeleton } from '@mantine/core';
import { IconArrowLeft, IconFaceIdError } from '@tabler/icons-react';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { Card } from '../../components/card.tsx';
import { EmptyState } from '../../components/empty-state.tsx';
import { Initial } from '../../components/initials.tsx';
import { LoadError } from '../../components/load-error.tsx';
import { StatusChip, type StatusKey, statusKey } from '../../components/status-chip.tsx';
import { ApiError } from '../../lib/api-error.ts';
import { useFormat } from '../../lib/use-format.ts';
import classes from './classes.module.css';
import { type ClassSession, useClassSession } from './classes.queries.ts';

interface ClassAttendanceProps {
  readonly classId: number;
  readonly onBack: () => void;
  /** Camera or class photo; without one the view says why and still follows check-ins. */
  readonly camera?: (session: ClassSession) => ReactNode;
}

/** Photo left, roster right. */
export function ClassAttendance({ classId, onBack, camera }: ClassAttendanceProps) {
  const { t } = useTranslation('management');
  const format = useFormat();
  const query = useClassSession(classId);
  const back = (
    <Button variant="default" leftSection={<IconArrowLeft size={18} aria-hidden />} onClick={onBack}>
      {t('attendance.back')}
    </Button>
  );
  if (query.isPending) return <Skeleton height={420} radius={12} />;
  if (query.isError && !query.data) {
    const isGone =
      query.error instanceof ApiError && (query.error.status === 404 || query.error.status === 400);
    if (isGone)
      return <EmptyState title={t('attendance.noClass')} text={t('attendance.noClassText')} action={back} />;
    return <LoadError error={query.error} onRetry={() => void query.refetch()} />;
  }
  const { class: schoolClass, roster } = query.data;
  return (
    <>
      <div className={classes.viewHead}>
        <div>
          <h1>{schoolClass.name}</h1>
          <p>
            {format.time(schoolClass.startTime)} – {format.time(schoolClass.endTime)} ·{' '}
            {t('classes.present', {
              present: format.number(schoolClass.present),
              total: format.number(schoolClass.total),
            })}
          </p>
        </div>
        {back}
      </div>
      <div className={classes.view}>
        <Card title={t('attendance.camera')}>
          {camera?.(query.data) ?? (
            <Alert
              variant="light"
              color="gray"
              icon={<IconFaceIdError size={22} aria-hidden />}
              title={t('attendance.unavailableTitle')}
            >
              {t('attendance.unavailableText')}
            </Alert>
          )}
        </Card>
        <Card title={t('attendance.roster')}>
          {roster.length === 0 ? <EmptyState drawing="person" title={t('attendance.empty')} /> : null}
          <ul className={classes.roster}>
            {roster.map((entry) => (
              <li key={entry.user_id}>
                <Initial name={entry.name} size={36} />
                <span className={classes.who}>
                  <strong>{entry.name}</strong>
                  <span>
                    {entry.user_id}
                    {entry.has_face_data ? '' : ` · ${t('attendance.noFace')}`}
                  </span>
                </span>
                {entry.time ? <time>{format.time(entry.time)}</time> : null}
                <StatusChip status={rosterStatus(entry)} />
              </li>
            ))}
          </ul>
        </Card>
      </div>
    </>
  );
}

const rosterStatus = (entry: ClassSession['roster'][number]): StatusKey =>
  statusKey(entry.status, entry.punctuality);
