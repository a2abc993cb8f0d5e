import { Button } from '@mantine/core';
import type { MarkStatus } from '@rollcall/core/classes/class-marks.types';
import { useTranslation } from 'react-i18next';
import { Initial } from '../../components/initials.tsx';
import { useFormat } from '../../lib/use-format.ts';
import classes from './class-attendance.module.css';
import {
  cameSince,
  type Edits,
  isUnsaved,
  originOf,
  type SheetEntry,
  savedMeanwhile,
  shownStatus,
} from './class-sheet.rules.ts';
import { StatusRadios } from './status-radios.tsx';

interface RosterRowProps {
  readonly entry: SheetEntry;
  readonly edits: Edits;
  readonly onMark: (entry: SheetEntry, status: MarkStatus) => void;
}

/** Who, what the sheet says of them, and how it knows. */
export function RosterRow({ entry, edits, onMark }: RosterRowProps) {
  const { t } = useTranslation('classes');
  const format = useFormat();
  const shown = shownStatus(entry, edits);
  const came = cameSince(entry, edits);
  const meanwhile = savedMeanwhile(entry, edits);
  const mark = (status: MarkStatus) => onMark(entry, status);
  return (
    <li data-row={entry.user_id} data-unsaved={isUnsaved(entry, edits)}>
      <Initial name={entry.name} size={36} />
      <span className={classes.who}>
        <strong>{entry.name}</strong>
        <span>
          {entry.user_id} · {shown ? <StatusWord status={shown} /> : t('attendance.notMarked')}
          <Known entry={entry} edits={edits} />
          {entry.has_face_data || shown ? null : <> · {t('attendance.noFace')}</>}
        </span>
        {meanwhile ? (
          <span className={classes.meanwhile} role="status">
            {t('attendance.savedMeanwhile', { status: t(`attendance.statuses.${meanwhile}`) })}
          </span>
        ) : null}
        {came ? (
          <span className={classes.came}>
            {t('attendance.cameSince', { time: format.time(came.time ?? '') })}
            <Button size="compact-sm" variant="light" onClick={() => mark(came.status)}>
              {t('attendance.takeOver', { status: t(`attendance.statuses.${came.status}`) })}
            </Button>
          </span>
        ) : null}
      </span>
      <StatusRadios name={entry.name} value={shown} onChange={mark} />
    </li>
  );
}

function StatusWord({ status }: { status: MarkStatus }) {
  const { t } = useTranslation('classes');
  return (
    <b className={classes.word} data-status={status}>
      {t(`attendance.statuses.${status}`)}
    </b>
  );
}

function Known({ entry, edits }: Pick<RosterRowProps, 'entry' | 'edits'>) {
  const { t } = useTranslation('classes');
  const format = useFormat();
  const origin = originOf(entry, edits);
  if (origin === null) return null;
  const time = entry.proposal?.time ? format.time(entry.proposal.time) : '';
  return <>, {t(`attendance.known.${origin}`, { time })}</>;
}
