import { Link } from '@tanstack/react-router';
import type { FocusEvent, KeyboardEvent } from 'react';
import { useTranslation } from 'react-i18next';
import { StatusChip, type StatusKey } from '../../components/display/status-chip.tsx';
import { useFormat } from '../../lib/format/format.ts';
import { MarkActions } from './mark-actions.tsx';
import type { useMarkDialog } from './mark-dialog.tsx';
import classes from './today.module.css';
import type { PersonToday } from './today.queries.ts';

const CHIPS: Partial<Record<PersonToday['state'], StatusKey>> = {
  here: 'on_time',
  late: 'late',
  absent: 'absent',
  excused: 'excused',
};

/** Up and down lead to the same button of the person above and below. */
function moveBetweenRows(event: KeyboardEvent<HTMLLIElement>): void {
  if (event.key !== 'ArrowDown' && event.key !== 'ArrowUp') return;
  const list = event.currentTarget.closest('[data-today-list]');
  const rows = [...(list?.querySelectorAll<HTMLElement>('[data-today-row]') ?? [])];
  const next = rows[rows.indexOf(event.currentTarget) + (event.key === 'ArrowDown' ? 1 : -1)];
  const controls = (row: HTMLElement) => [...row.querySelectorAll<HTMLElement>('a, button')];
  const place = controls(event.currentTarget).indexOf(event.target as HTMLElement);
  if (!next || place < 0) return;
  event.preventDefault();
  const there = controls(next);
  const { act } = (event.target as HTMLElement).dataset;
  const same = act ? there.find((each) => each.dataset.act === act) : there[place];
  (same ?? there.at(-1))?.focus();
}

interface PersonRowProps {
  readonly person: PersonToday;
  /** Opens a dialog about the person; null where nobody may be marked. */
  readonly onAsk: ReturnType<typeof useMarkDialog>['ask'] | null;
  readonly onFocus?: (event: FocusEvent<HTMLElement>) => void;
}

/** One person of today: where they are, what is known, and what can be entered. */
export function PersonRow({ person, onAsk, onFocus }: PersonRowProps) {
  const { t } = useTranslation('attendance');
  const format = useFormat();
  const { id, name, state, time, excuse, classes: lessons, contact_phone, notes } = person;
  const chip = CHIPS[state];
  // The number stays in one piece.
  const phone = contact_phone?.replaceAll(' ', '\u00a0') ?? null;
  const about = format.line([id, ...lessons, phone, excuse]);
  return (
    <li className={classes.row} data-today-row={id} onKeyDown={moveBetweenRows} onFocus={onFocus}>
      <div className={classes.who}>
        <Link to="/profile/$id" params={{ id }} className={classes.name} dir="auto">
          {name}
        </Link>{' '}
        {chip ? <StatusChip status={chip} /> : null}
        {time ? <time className={classes.time}>{format.time(time)}</time> : null}
        {state === 'not_due' ? <span className={classes.tag}>{t('today.states.not_due')}</span> : null}
        {state === 'day_off' && time ? <span className={classes.tag}>{t('today.states.visit')}</span> : null}
        <small>{about}</small>
        {notes.length > 0 ? (
          <ul className={classes.notes} aria-label={t('today.notes')}>
            {notes.map((note) => (
              <li key={note.id}>
                <time>{format.time(note.time)}</time> {note.text}
                {note.by ? ` – ${note.by}` : ''}
              </li>
            ))}
          </ul>
        ) : null}
      </div>
      {onAsk ? <MarkActions person={{ ...person, isDayOff: state === 'day_off' }} onAsk={onAsk} /> : null}
    </li>
  );
}
