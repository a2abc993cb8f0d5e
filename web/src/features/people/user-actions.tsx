import { ActionIcon, Tooltip } from '@mantine/core';
import { IconFaceId, IconKey, IconPencil, IconTrash, IconUser } from '@tabler/icons-react';
import { useTranslation } from 'react-i18next';
import type { User } from './people.queries.ts';
import classes from './users-table.module.css';

export interface UserActionHandlers {
  readonly onCapture: (user: User) => void;
  readonly onEdit: (user: User) => void;
  readonly onPassword: (user: User) => void;
  readonly onDelete: (user: User) => void;
  readonly onProfile?: (user: User) => void;
}

export function UserActions({ user, handlers }: { user: User; handlers: UserActionHandlers }) {
  const { t } = useTranslation('people');
  const { name } = user;
  const actions = [
    {
      label: user.has_face_data ? t('recapture', { name }) : t('capture', { name }),
      Icon: IconFaceId,
      color: user.has_face_data ? 'gray' : 'teal',
      run: handlers.onCapture,
    },
    { label: t('edit', { name }), Icon: IconPencil, color: 'gray', run: handlers.onEdit },
    { label: t('password', { name }), Icon: IconKey, color: 'gray', run: handlers.onPassword },
    ...(handlers.onProfile
      ? [{ label: t('profile', { name }), Icon: IconUser, color: 'gray', run: handlers.onProfile }]
      : []),
    { label: t('remove', { name }), Icon: IconTrash, color: 'red', run: handlers.onDelete },
  ];
  return (
    <div className={classes.actions}>
      {actions.map(({ label, Icon, color, run }) => (
        <Tooltip key={label} label={label}>
          <ActionIcon
            size="var(--rc-target-small)"
            color={color}
            aria-label={label}
            onClick={() => run(user)}
          >
            <Icon size={18} aria-hidden />
          </ActionIcon>
        </Tooltip>
      ))}
    </div>
  );
}
