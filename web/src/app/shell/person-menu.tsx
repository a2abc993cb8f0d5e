import { Menu } from '@mantine/core';
import { IconLogout, IconUserCircle } from '@tabler/icons-react';
import { useNavigate } from '@tanstack/react-router';
import { useTranslation } from 'react-i18next';
import { useMe } from '../../lib/session/me.queries.ts';
import { PersonButton } from './person-button.tsx';

interface PersonMenuProps {
  readonly name: string;
  readonly onLogout: () => void;
}

/** Who is signed in, the own account and the way out. */
export function PersonMenu({ name, onLogout }: PersonMenuProps) {
  const { t } = useTranslation();
  const navigate = useNavigate();
  const me = useMe();
  return (
    <Menu position="bottom-end" width={240} defaultOpened>
      <Menu.Target>
        <PersonButton name={name} autoFocus />
      </Menu.Target>
      <Menu.Dropdown>
        <Menu.Label>
          {[name, me ? t(`accountRoles.${me.role}`) : null].filter(Boolean).join(' · ')}
        </Menu.Label>
        <Menu.Item
          leftSection={<IconUserCircle size={18} aria-hidden />}
          onClick={() => void navigate({ to: '/account' })}
        >
          {t('nav.account')}
        </Menu.Item>
        <Menu.Item leftSection={<IconLogout size={18} aria-hidden />} onClick={onLogout}>
          {t('nav.logout')}
        </Menu.Item>
      </Menu.Dropdown>
    </Menu>
  );
}
