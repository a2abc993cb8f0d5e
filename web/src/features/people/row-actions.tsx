import { ActionIcon, Button, Menu } from '@mantine/core';
import { IconDots, IconFaceId, IconKey, IconPencil, IconTrash, IconUser } from '@tabler/icons-react';
import { useNavigate } from '@tanstack/react-router';
import { useTranslation } from 'react-i18next';
import type { User } from './people.queries.ts';
import classes from './users-table.module.css';

export interface UserActionHandlers {
  readonly onCapture: (user: User) => void;
  readonly onEdit: (user: User) => void;
  readonly onPassword: (user: User) => void;
  readonly onDelete?: (user: User) => void;
}

/** The most used actions of a row, and all of them in a menu. */
export function RowActions({ user, handlers }: { user: User; handlers: UserActionHandlers }) {
  const { t } = useTranslation('people');
  const navigate = useNavigate();
  const { name } = user;
  const capture = user.has_face_data
    ? { label: t('recapture', { name }), text: t('recaptureShort') }
    : { label: t('capture', { name }), text: t('captureShort') };
  const items = [
    { ...capture, Icon: IconFaceId, run: handlers.onCapture },
    { label: t('edit', { name }), text: t('editShort'), Icon: IconPencil, run: handlers.onEdit },
    { label: t('password', { name }), text: t('passwordShort'), Icon: IconKey, run: handlers.onPassword },
    {
      label: t('profile', { name }),
      text: t('profileShort'),
      Icon: IconUser,
      run: ({ id }: User) => void navigate({ to: '/profile/$id', params: { id } }),
    },
  ];
  return (
    <div className={classes.actions}>
      <div className={classes.quick}>
        {items.slice(user.has_face_data ? 1 : 0, 2).map(({ label, text, run }) => (
          <Button
            key={label}
            size="compact-sm"
            variant="subtle"
            className={classes.quickButton ?? ''}
            aria-label={label}
            onClick={() => run(user)}
          >
            {text}
          </Button>
        ))}
      </div>
      <Menu position="bottom-end" width={220}>
        <Menu.Target>
          <ActionIcon size="var(--rc-target-small)" color="gray" aria-label={t('more', { name })}>
            <IconDots size={18} aria-hidden />
          </ActionIcon>
        </Menu.Target>
        <Menu.Dropdown>
          {items.map(({ label, text, Icon, run }) => (
            <Menu.Item
              key={label}
              aria-label={label}
              leftSection={<Icon size={16} aria-hidden />}
              onClick={() => run(user)}
            >
              {text}
            </Menu.Item>
          ))}
          {handlers.onDelete ? (
            <>
              <Menu.Divider />
              <Menu.Item
                color="red"
                aria-label={t('remove', { name })}
                leftSection={<IconTrash size={16} aria-hidden />}
                onClick={() => handlers.onDelete?.(user)}
              >
                {t('removeShort')}
              </Menu.Item>
            </>
          ) : null}
        </Menu.Dropdown>
      </Menu>
    </div>
  );
}
