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
import { useTranslation } from 'react-i18next';
import type { MarkDialog, MarkedPerson } from './mark-dialog.tsx';
import classes from './today.module.css';
import { useMarking } from './use-marking.ts';

interface MarkActionsProps {
  readonly person: MarkedPerson;
  /** Opens a dialog, which belongs to the list: a row goes when its person arrives. */
  readonly onAsk: (dialog: MarkDialog, person: MarkedPerson) => void;
  /** Marks only: calls and notes belong to the list of today. */
  readonly isShort?: boolean;
}

/** What can be entered about somebody today, one tap each. */
export function MarkActions({ person, onAsk, isShort = false }: MarkActionsProps) {
  const { t } = useTranslation('attendance');
  const marking = useMarking();
  const { id: user_id, name, mark, isDayOff = false } = person;
  // Whoever has arrived needs no "Here": the time can be changed in the menu.
  const arrived = person.time ?? null;
  const ask = (dialog: MarkDialog) => () => onAsk(dialog, person);
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
          <Button size="xs" variant="default" disabled={marking.isBusy} data-act="late" onClick={ask('late')}>
            {t('today.actions.late')}
          </Button>
          <Button
            size="xs"
            variant="default"
            disabled={marking.isBusy}
            data-act="excuse"
            onClick={ask('excuse')}
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
            onClick={ask('call')}
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
              <Menu.Item leftSection={<IconClock size={16} aria-hidden />} onClick={ask('here')}>
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
              <Menu.Item leftSection={<IconNote size={16} aria-hidden />} onClick={ask('note')}>
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
    </fieldset>
  );
}
