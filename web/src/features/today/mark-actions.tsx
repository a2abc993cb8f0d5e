import { ActionIcon, Button, Menu } from '@mantine/core';
import {
  IconCheck,
  IconClock,
  IconDotsVertical,
  IconEraser,
  IconNote,
  IconPhone,
  IconUserX,
} from '@tabler/icons-react';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { ArrivalDialog, CallDialog, ExcuseDialog, NoteDialog } from './mark-dialogs.tsx';
import classes from './today.module.css';
import type { PersonToday } from './today.queries.ts';
import { useMarking } from './use-marking.ts';

interface MarkActionsProps {
  readonly person: Pick<PersonToday, 'id' | 'name'> &
    Partial<Pick<PersonToday, 'contact_phone' | 'time' | 'mark'>>;
  /** The time on the server, `HH:MM`; null where the page does not know it. */
  readonly now: string | null;
  /** Where nobody is due, there is nothing but a visit and a note. */
  readonly isDayOff?: boolean;
  /** Marks only: calls and notes belong to the list of today. */
  readonly isShort?: boolean;
}

type Dialog = 'late' | 'here' | 'excuse' | 'call' | 'note';

/** What can be entered about somebody today, one tap each. */
export function MarkActions({ person, now, isDayOff = false, isShort = false }: MarkActionsProps) {
  const { t } = useTranslation('attendance');
  const marking = useMarking();
  const [dialog, setDialog] = useState<Dialog | null>(null);
  const { id: user_id, name, mark } = person;
  // Whoever has arrived needs no "Here": the time can be changed in the menu.
  const arrived = person.time ?? null;
  const props = { person, marking, onClose: () => setDialog(null) };
  return (
    <fieldset className={classes.actions} aria-label={t('today.actions.group', { name })}>
      {arrived ? null : (
        <Button
          size="xs"
          variant="light"
          color="teal"
          leftSection={<IconCheck size={16} aria-hidden />}
          disabled={marking.isBusy}
          data-act="here"
          onClick={() => marking.mark({ user_id, mark: 'here' })}
        >
          {t('today.actions.here')}
        </Button>
      )}
      {isDayOff ? null : (
        <>
          <Button
            size="xs"
            variant="default"
            disabled={marking.isBusy}
            data-act="late"
            onClick={() => setDialog('late')}
          >
            {t('today.actions.late')}
          </Button>
          <Button
            size="xs"
            variant="default"
            disabled={marking.isBusy}
            data-act="excuse"
            onClick={() => setDialog('excuse')}
          >
            {t('today.actions.excused')}
          </Button>
        </>
      )}
      {isShort ? null : (
        <>
          <Button
            size="xs"
            variant="default"
            leftSection={<IconPhone size={16} aria-hidden />}
            disabled={marking.isBusy}
            data-act="call"
            onClick={() => setDialog('call')}
          >
            {t('today.actions.call')}
          </Button>
          <Menu position="bottom-end" withinPortal>
            <Menu.Target>
              <ActionIcon
                variant="subtle"
                color="gray"
                className={classes.more ?? ''}
                data-act="more"
                aria-label={t('today.actions.more', { name })}
              >
                <IconDotsVertical size={18} aria-hidden />
              </ActionIcon>
            </Menu.Target>
            <Menu.Dropdown>
              <Menu.Item leftSection={<IconClock size={16} aria-hidden />} onClick={() => setDialog('here')}>
                {t('today.actions.hereAt')}
              </Menu.Item>
              {isDayOff ? null : (
                <Menu.Item
                  leftSection={<IconUserX size={16} aria-hidden />}
                  onClick={() => marking.mark({ user_id, mark: 'absent' })}
                >
                  {t('today.actions.absent')}
                </Menu.Item>
              )}
              <Menu.Item leftSection={<IconNote size={16} aria-hidden />} onClick={() => setDialog('note')}>
                {t('today.actions.note')}
              </Menu.Item>
              {mark ? (
                <Menu.Item
                  leftSection={<IconEraser size={16} aria-hidden />}
                  onClick={() => marking.remove(mark)}
                >
                  {t('today.actions.remove')}
                </Menu.Item>
              ) : null}
            </Menu.Dropdown>
          </Menu>
        </>
      )}
      {dialog === 'late' || dialog === 'here' ? (
        <ArrivalDialog {...props} mark={dialog} now={now} arrived={arrived} />
      ) : null}
      {dialog === 'excuse' ? <ExcuseDialog {...props} /> : null}
      {dialog === 'note' ? <NoteDialog {...props} /> : null}
      {dialog === 'call' ? (
        <CallDialog {...props} phone={person.contact_phone ?? null} mayExcuse={!isDayOff} />
      ) : null}
    </fieldset>
  );
}
