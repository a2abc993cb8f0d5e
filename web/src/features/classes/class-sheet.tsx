import { Alert, Button, TextInput } from '@mantine/core';
import { MARK_STATUSES, type MarkStatus } from '@rollcall/core/classes/class-marks.types';
import { IconAlertTriangle, IconCheck, IconSearch } from '@tabler/icons-react';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Card } from '../../components/card.tsx';
import { EmptyState } from '../../components/empty-state.tsx';
import classes from './class-attendance.module.css';
import { isConflict, type ClassSheet as Sheet, useSaveSheet } from './class-attendance.queries.ts';
import {
  type Edits,
  edited,
  marksToSave,
  restAbsent,
  type SheetEntry,
  tallyOf,
} from './class-sheet.rules.ts';
import { RosterRow } from './roster-row.tsx';

/** Below this a person finds a name faster by looking. */
const SEARCH_FROM = 12;

interface ClassSheetProps {
  readonly sheet: Sheet;
  readonly edits: Edits;
  readonly onEdits: (edits: Edits) => void;
  readonly onEditRoster: () => void;
}

export function ClassSheet({ sheet, edits, onEdits, onEditRoster }: ClassSheetProps) {
  const { t } = useTranslation('classes');
  const { roster } = sheet;
  const [search, setSearch] = useState('');
  const save = useSaveSheet(sheet.class.id);
  const { counts, open, unsaved } = tallyOf(roster, edits);
  const wanted = search.trim().toLocaleLowerCase();
  const shown = roster.filter(
    ({ name, user_id }) =>
      name.toLocaleLowerCase().includes(wanted) || user_id.toLocaleLowerCase().includes(wanted),
  );
  const mark = (entry: SheetEntry, status: MarkStatus) => onEdits(edited(edits, entry, status));

  if (roster.length === 0)
    return (
      <Card title={t('attendance.roster')}>
        <EmptyState
          drawing="person"
          title={t('attendance.empty')}
          text={t('attendance.emptyText')}
          action={<Button onClick={onEditRoster}>{t('attendance.editRoster')}</Button>}
        />
      </Card>
    );
  return (
    <Card
      title={t('attendance.roster')}
      actions={
        <Button variant="subtle" size="compact-md" mih={44} onClick={onEditRoster}>
          {t('attendance.editRoster')}
        </Button>
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
      {shown.length === 0 ? <p className={classes.nobody}>{t('attendance.nobodyFound')}</p> : null}
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
            <span className={classes.done}>
              <IconCheck size={16} aria-hidden /> {t('attendance.allSaved')}
            </span>
          ) : null}
        </p>
        <div className={classes.buttons}>
          {open > 0 ? (
            <Button variant="default" onClick={() => onEdits(restAbsent(roster, edits))}>
              {t('attendance.restAbsent')}
            </Button>
          ) : null}
          {Object.keys(edits).length > 0 && unsaved > 0 ? (
            <Button variant="subtle" color="gray" onClick={() => onEdits({})}>
              {t('attendance.undo')}
            </Button>
          ) : null}
          <Button
            disabled={unsaved === 0}
            loading={save.isPending}
            onClick={() =>
              save.mutate(
                { revision: sheet.revision, marks: marksToSave(roster, edits) },
                { onSuccess: () => onEdits({}) },
              )
            }
          >
            {t('attendance.save')}
          </Button>
        </div>
      </div>
    </Card>
  );
}
