import { Button, Group, Skeleton } from '@mantine/core';
import type { MarkStatus } from '@rollcall/core/classes/classes.types';
import { IconArrowLeft } from '@tabler/icons-react';
import { type RefObject, useLayoutEffect, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { EmptyState } from '../../../components/feedback/empty-state.tsx';
import { LoadError } from '../../../components/feedback/load-error.tsx';
import { PlaceCodeButton } from '../../../components/place-code/place-code-button.tsx';
import { ApiError } from '../../../lib/api/api-error.ts';
import { useFormat } from '../../../lib/format/format.ts';
import { useMay } from '../../../lib/session/me.queries.ts';
import { useUnsaved } from '../../../lib/unsaved.ts';
import { PhotoPanel } from '../photo/photo-panel.tsx';
import { RosterEditor } from '../roster/roster-editor.tsx';
import classes from './class-attendance.module.css';
import { useClassSheet } from './class-attendance.queries.ts';
import { type Edits, isUnsaved, withEdit } from './class-sheet.rules.ts';
import { ClassSheet } from './class-sheet.tsx';

const isGone = (error: unknown) =>
  error instanceof ApiError && (error.status === 404 || error.status === 400);

interface ClassAttendanceProps {
  readonly classId: number;
  /** Opens the camera at once. */
  readonly withCamera?: boolean;
  readonly onBack: () => void;
}

/** Takes the attendance of a class: the class photo on the left, the class sheet on the right. */
export function ClassAttendance({ classId, withCamera = false, onBack }: ClassAttendanceProps) {
  const { t } = useTranslation('classes');
  const format = useFormat();
  const { sheet, error, open } = useClassSheet(classId);
  const [edits, setEdits] = useState<Edits>({});
  useUnsaved(sheet?.roster.some((entry) => entry.user_id in edits && isUnsaved(entry, edits)) ?? false);
  const [photoCount, setPhotoCount] = useState(0);
  const view = useRef<HTMLDivElement>(null);
  const mayEditRoster = useMay('classes.manage');
  const [isEditingRoster, setIsEditingRoster] = useState(false);
  const back = (
    <Button variant="default" leftSection={<IconArrowLeft size={18} aria-hidden />} onClick={onBack}>
      {t('attendance.back')}
    </Button>
  );
  if (!sheet) {
    if (!error) return <Skeleton height={420} radius={12} />;
    if (isGone(error))
      return (
        <EmptyState isPage title={t('attendance.noClass')} text={t('attendance.noClassText')} action={back} />
      );
    return <LoadError error={error} onRetry={open} />;
  }
  const { class: schoolClass, roster } = sheet;
  const hasRoster = roster.length > 0;
  const assign = (userId: string, status: MarkStatus | null) =>
    setEdits((before) => {
      const entry = roster.find((each) => each.user_id === userId);
      if (status) return entry ? withEdit(before, entry, status) : before;
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
        <Group gap="sm">
          {hasRoster ? <PlaceCodeButton classId={classId} /> : null}
          {back}
        </Group>
      </div>
      <div className={hasRoster ? `${classes.view} ${classes.withPhoto}` : classes.view} ref={view}>
        {hasRoster ? (
          <PhotoPanel
            classId={classId}
            withCamera={withCamera}
            onIdentified={() => setPhotoCount((count) => count + 1)}
            onAssigned={assign}
          />
        ) : null}
        <ClassSheet
          sheet={sheet}
          edits={edits}
          onEdits={setEdits}
          onEditRoster={mayEditRoster ? () => setIsEditingRoster(true) : undefined}
        />
        <FaceLines view={view} photoCount={photoCount} />
      </div>
      {isEditingRoster ? (
        <RosterEditor classId={classId} name={schoolClass.name} onClose={() => setIsEditingRoster(false)} />
      ) : null}
    </>
  );
}

interface Line {
  readonly user: string;
  readonly path: string;
}

/** Curves from each identified face to the start of the student's row, in coordinates of the view. */
function linesIn(view: HTMLElement): Line[] {
  const origin = view.getBoundingClientRect();
  const rows = new Map(
    [...view.querySelectorAll<HTMLElement>('[data-row]')].map((row) => [row.dataset.row, row]),
  );
  return [...view.querySelectorAll<HTMLElement>('[data-face-of]')].flatMap((face) => {
    const user = face.dataset.faceOf;
    const row = rows.get(user);
    if (!user || !row) return [];
    const [from, to] = [face.getBoundingClientRect(), row.getBoundingClientRect()];
    // On narrow screens the row is below the photo: no line.
    if (to.left < from.right) return [];
    const [x1, y1] = [from.right - origin.left, from.top + from.height / 2 - origin.top];
    const [x2, y2] = [to.left - origin.left, to.top + to.height / 2 - origin.top];
    const middle = (x1 + x2) / 2;
    return [{ user, path: `M ${x1} ${y1} C ${middle} ${y1}, ${middle} ${y2}, ${x2} ${y2}` }];
  });
}

/** Draws lines from the faces of a new photo to their rows, once. Not under prefers-reduced-motion. */
function FaceLines({ view, photoCount }: { view: RefObject<HTMLElement | null>; photoCount: number }) {
  const [lines, setLines] = useState<readonly Line[]>([]);
  useLayoutEffect(() => {
    const isMotionReduced = matchMedia('(prefers-reduced-motion: reduce)').matches;
    if (photoCount > 0 && view.current && !isMotionReduced) setLines(linesIn(view.current));
  }, [photoCount, view]);
  if (lines.length === 0) return null;
  return (
    <svg className={classes.lines} aria-hidden="true" onAnimationEnd={() => setLines([])}>
      {lines.map(({ user, path }) => (
        <path key={user} d={path} pathLength={1} />
      ))}
    </svg>
  );
}
