import { Alert, Button, TextInput } from '@mantine/core';
import { MARK_STATUSES, type MarkStatus } from '@rollcall/core/classes/classes.types';
import { IconAlertTriangle, IconCheck, IconClock, IconMinus, IconSearch, IconX } from '@tabler/icons-react';
import { type Dispatch, type SetStateAction, useId, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Initial } from '../../../components/display/initials.tsx';
import { EmptyState } from '../../../components/feedback/empty-state.tsx';
import { Card } from '../../../components/layout/card.tsx';
import { useFormat } from '../../../lib/format/format.ts';
import { isConflict, type ClassSheet as Sheet, useSaveSheet } from './class-attendance.queries.ts';
import classes from './class-sheet.module.css';
import {
  afterSave,
  checkInAfterAbsence,
  type Edits,
  excuseShown,
  isUnsaved,
  markRest,
  marksToSave,
  originOf,
  type SheetEntry,
  savedByOther,
  shownStatus,
  tallyOf,
  withEdit,
} from './class-sheet.rules.ts';

/** Roster size from which a search field is shown. */
const SEARCH_FROM = 12;

interface ClassSheetProps {
  readonly sheet: Sheet;
  readonly edits: Edits;
  readonly onEdits: Dispatch<SetStateAction<Edits>>;
  /** Left out where the account may not change the roster. */
  readonly onEditRoster: (() => void) | undefined;
}

/** The class sheet: the status of every student, editable before and after saving. */
export function ClassSheet({ sheet, edits, onEdits, onEditRoster }: ClassSheetProps) {
  const { t } = useTranslation('classes');
  const { roster } = sheet;
  const [search, setSearch] = useState('');
  const save = useSaveSheet(sheet.class.id);
  const { counts, open, unsaved } = tallyOf(roster, edits);
  const term = search.trim().toLocaleLowerCase();
  const shown = roster.filter(
    ({ name, user_id }) =>
      name.toLocaleLowerCase().includes(term) || user_id.toLocaleLowerCase().includes(term),
  );
  const mark = (entry: SheetEntry, status: MarkStatus) => onEdits(withEdit(edits, entry, status));

  if (roster.length === 0)
    return (
      <Card title={t('attendance.roster')}>
        <EmptyState
          drawing="person"
          title={t('attendance.empty')}
          text={onEditRoster ? t('attendance.emptyText') : t('attendance.emptyForTeacher')}
          action={onEditRoster ? <Button onClick={onEditRoster}>{t('attendance.editRoster')}</Button> : null}
        />
      </Card>
    );
  return (
    <Card
      title={t('attendance.roster')}
      actions={
        onEditRoster ? (
          <Button variant="subtle" size="compact-md" mih={44} onClick={onEditRoster}>
            {t('attendance.editRoster')}
          </Button>
        ) : null
      }
    >
      {roster.length >= SEARCH_FROM ? (
        <TextInput
          mb="sm"
          type="search"
          aria-label={t('attendance.find')}
          placeholder={t('attendance.find')}
          leftSection={<IconSearch size={18} aria-hidden />}
          value={search}
          onChange={(event) => setSearch(event.currentTarget.value)}
        />
      ) : null}
      {shown.length === 0 ? <p className={classes.noMatch}>{t('attendance.nobodyFound')}</p> : null}
      <ul className={classes.roster}>
        {shown.map((entry) => (
          <RosterRow key={entry.user_id} entry={entry} edits={edits} onMark={mark} />
        ))}
      </ul>
      <div className={classes.saveBar}>
        {isConflict(save.error) && unsaved > 0 ? (
          <Alert
            color="yellow"
            variant="light"
            icon={<IconAlertTriangle size={20} aria-hidden />}
            role="alert"
          >
            {t('attendance.conflict')}
          </Alert>
        ) : null}
        <p className={classes.counts} role="status">
          {MARK_STATUSES.filter((status) => counts[status] > 0).map((status) => (
            <span key={status} className={classes.word} data-status={status}>
              {t(`attendance.counts.${status}`, { count: counts[status] })}
            </span>
          ))}
          {open > 0 ? <span>{t('attendance.counts.open', { count: open })}</span> : null}
          {unsaved === 0 && open < roster.length ? (
            <span className={classes.allSaved}>
              <IconCheck size={16} aria-hidden /> {t('attendance.allSaved')}
            </span>
          ) : null}
        </p>
        <div className={classes.buttons}>
          {open > 0 ? (
            <>
              <Button variant="default" onClick={() => onEdits(markRest(roster, edits, 'present'))}>
                {t('attendance.restPresent')}
              </Button>
              <Button variant="default" onClick={() => onEdits(markRest(roster, edits, 'absent'))}>
                {t('attendance.restAbsent')}
              </Button>
            </>
          ) : null}
          {Object.keys(edits).length > 0 && unsaved > 0 ? (
            <Button variant="subtle" color="gray" onClick={() => onEdits({})}>
              {t('attendance.undo')}
            </Button>
          ) : null}
          <Button
            disabled={unsaved === 0}
            loading={save.isPending}
            onClick={() => {
              const marks = marksToSave(roster, edits);
              save.mutate(
                { revision: sheet.revision, marks },
                { onSuccess: () => onEdits((before) => afterSave(before, marks)) },
              );
            }}
          >
            {t('attendance.save')}
          </Button>
        </div>
      </div>
    </Card>
  );
}

const ICONS = { present: IconCheck, late: IconClock, absent: IconX, excused: IconMinus };

interface StatusRadiosProps {
  readonly name: string;
  readonly value: MarkStatus | null;
  readonly isDisabled: boolean;
  readonly onChange: (status: MarkStatus) => void;
}

/** Radio buttons for the four statuses, each with its icon above its word. */
function StatusRadios({ name, value, isDisabled, onChange }: StatusRadiosProps) {
  const { t } = useTranslation('classes');
  const group = useId();
  return (
    <fieldset className={classes.group} disabled={isDisabled}>
      <legend>{t('attendance.statusOf', { name })}</legend>
      {MARK_STATUSES.map((status) => {
        const Icon = ICONS[status];
        return (
          <label key={status} className={classes.choice} data-status={status}>
            <input
              type="radio"
              name={group}
              value={status}
              checked={value === status}
              onChange={() => onChange(status)}
            />
            <Icon size={18} stroke={2.2} aria-hidden />
            <span>{t(`attendance.statuses.${status}`)}</span>
          </label>
        );
      })}
    </fieldset>
  );
}

interface RosterRowProps {
  readonly entry: SheetEntry;
  readonly edits: Edits;
  readonly onMark: (entry: SheetEntry, status: MarkStatus) => void;
}

/** One student: name, shown status, where the status comes from, and the choice of another. */
function RosterRow({ entry, edits, onMark }: RosterRowProps) {
  const { t } = useTranslation('classes');
  const format = useFormat();
  const shown = shownStatus(entry, edits);
  const checkIn = checkInAfterAbsence(entry, edits);
  const otherStatus = savedByOther(entry, edits);
  const mark = (status: MarkStatus) => onMark(entry, status);
  return (
    <li data-row={entry.user_id} data-unsaved={isUnsaved(entry, edits)}>
      <Initial name={entry.name} size={36} />
      <span className={classes.who}>
        <strong dir="auto">{entry.name}</strong>
        <span>
          <bdi>{entry.user_id}</bdi> · {shown ? <StatusWord status={shown} /> : t('attendance.notMarked')}
          <StatusOrigin entry={entry} edits={edits} />
          {entry.has_face_data || shown ? null : <> · {t('attendance.noFace')}</>}
        </span>
        {otherStatus ? (
          <span className={classes.savedByOther} role="status">
            {t('attendance.savedMeanwhile', { status: t(`attendance.statuses.${otherStatus}`) })}
          </span>
        ) : null}
        {entry.is_own ? <span>{t('attendance.own')}</span> : null}
        {checkIn && !entry.is_own ? (
          <span className={classes.checkIn}>
            {t('attendance.cameSince', { time: format.time(checkIn.time ?? '') })}
            <Button size="compact-sm" variant="light" onClick={() => mark(checkIn.status)}>
              {t('attendance.takeOver', { status: t(`attendance.statuses.${checkIn.status}`) })}
            </Button>
          </span>
        ) : null}
      </span>
      <StatusRadios name={entry.name} value={shown} isDisabled={entry.is_own} onChange={mark} />
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

function StatusOrigin({ entry, edits }: Pick<RosterRowProps, 'entry' | 'edits'>) {
  const { t } = useTranslation('classes');
  const format = useFormat();
  const origin = originOf(entry, edits);
  if (origin === null) return null;
  const excuse = excuseShown(entry, origin);
  if (excuse)
    return (
      <>
        : <bdi>{excuse}</bdi>
      </>
    );
  const time = entry.proposal?.time ? format.time(entry.proposal.time) : '';
  return <>, {t(`attendance.known.${origin}`, { time })}</>;
}
