import { Button, Skeleton, VisuallyHidden } from '@mantine/core';
import type { MarkStatus } from '@rollcall/core/classes/class-marks.types';
import { IconArrowLeft } from '@tabler/icons-react';
import { useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { EmptyState } from '../../components/empty-state.tsx';
import { LoadError } from '../../components/load-error.tsx';
import { ApiError } from '../../lib/api-error.ts';
import { useFormat } from '../../lib/use-format.ts';
import classes from './class-attendance.module.css';
import { useClassSheet } from './class-attendance.queries.ts';
import { type Edits, edited } from './class-sheet.rules.ts';
import { ClassSheet } from './class-sheet.tsx';
import { FaceThreads } from './face-threads.tsx';
import { PhotoPanel } from './photo-panel.tsx';
import { RosterEditor } from './roster-editor.tsx';

const isGone = (error: unknown) =>
  error instanceof ApiError && (error.status === 404 || error.status === 400);

/** Photo left, roster right. Everything can be changed until it is saved, and after. */
export function ClassAttendance({ classId, onBack }: { classId: number; onBack: () => void }) {
  const { t } = useTranslation('classes');
  const format = useFormat();
  const query = useClassSheet(classId);
  const [edits, setEdits] = useState<Edits>({});
  const [pictures, setPictures] = useState(0);
  const view = useRef<HTMLDivElement>(null);
  const [isChoosing, setIsChoosing] = useState(false);
  const back = (
    <Button variant="default" leftSection={<IconArrowLeft size={18} aria-hidden />} onClick={onBack}>
      {t('attendance.back')}
    </Button>
  );
  if (query.isPending) return <Skeleton height={420} radius={12} />;
  if (query.isError && !query.data) {
    if (isGone(query.error))
      return (
        <>
          <VisuallyHidden component="h1">{t('attendance.noClass')}</VisuallyHidden>
          <EmptyState title={t('attendance.noClass')} text={t('attendance.noClassText')} action={back} />
        </>
      );
    return <LoadError error={query.error} onRetry={() => void query.refetch()} />;
  }
  const { class: schoolClass, roster } = query.data;
  const said = (userId: string, status: MarkStatus | null) =>
    setEdits((before) => {
      const entry = roster.find((each) => each.user_id === userId);
      if (status) return entry ? edited(before, entry, status) : before;
      const { [userId]: _, ...rest } = before;
      return rest;
    });
  return (
    <>
      <div className={classes.viewHead}>
        <div>
          <h1>{schoolClass.name}</h1>
          <p>
            {format.time(schoolClass.startTime)} – {format.time(schoolClass.endTime)} ·{' '}
            {t('present', {
              present: format.number(schoolClass.present),
              total: format.number(schoolClass.total),
            })}
          </p>
        </div>
        {back}
      </div>
      <div className={classes.view} ref={view}>
        {roster.length > 0 ? (
          <PhotoPanel classId={classId} onSeen={() => setPictures((count) => count + 1)} onSaid={said} />
        ) : null}
        <ClassSheet
          sheet={query.data}
          edits={edits}
          onEdits={setEdits}
          onEditRoster={() => setIsChoosing(true)}
        />
        <FaceThreads view={view} pictures={pictures} />
      </div>
      {isChoosing ? (
        <RosterEditor classId={classId} name={schoolClass.name} onClose={() => setIsChoosing(false)} />
      ) : null}
    </>
  );
}
