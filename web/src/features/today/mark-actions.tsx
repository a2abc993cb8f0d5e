import { ActionIcon, Button, Menu } from '@mantine/core';
import { IconCheck, IconClock, IconDotsVertical, IconNote, IconPhone, IconUserX } from '@tabler/icons-react';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { ArrivalDialog, CallDialog, ExcuseDialog, NoteDialog } from './mark-dialogs.tsx';
import classes from './today.module.css';
import { useMarking } from './use-marking.ts';

interface MarkActionsProps {
  readonly person: { readonly id: string; readonly name: string; readonly contact_phone?: string | null };
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
  const { id: user_id, name } = person;
  const props = { person, marking, onClose: () => setDialog(null) };
  return (
    <fieldset className={classes.actions} aria-label={t('today.actions.group', { name })}>
      <Button
        size="xs"
        variant="light"
        color="teal"
        leftSection={<IconCheck size={16} aria-hidden />}
        disabled={marking.isBusy}
        onClick={() => marking.mark({ user_id, mark: 'here' })}
      >
        {t('today.actions.here')}
      </Button>
      {isDayOff ? null : (
        <>
          <Button size="xs" variant="default" disabled={marking.isBusy} onClick={() => setDialog('late')}>
            {t('today.actions.late')}
          </Button>
          <Button size="xs" variant="default" disabled={marking.isBusy} onClick={() => setDialog('excuse')}>
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
            </Menu.Dropdown>
          </Menu>
        </>
      )}
      {dialog === 'late' || dialog === 'here' ? <ArrivalDialog {...props} mark={dialog} now={now} /> : null}
      {dialog === 'excuse' ? <ExcuseDialog {...props} /> : null}
      {dialog === 'note' ? <NoteDialog {...props} /> : null}
      {dialog === 'call' ? <CallDialog {...props} phone={person.contact_phone ?? null} /> : null}
    </fieldset>
  );
}
