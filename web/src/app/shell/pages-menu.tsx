import { ActionIcon, Menu } from '@mantine/core';
import { IconMenu2 } from '@tabler/icons-react';
import { useNavigate } from '@tanstack/react-router';
import { useTranslation } from 'react-i18next';
import type { StartPage } from '../../lib/session/permissions.ts';

export interface PagesMenuProps {
  readonly className: string;
  readonly links: readonly {
    readonly to: '/' | '/faq' | StartPage;
    readonly label: string;
  }[];
  readonly isSignedIn: boolean;
}

/** The navigation bar's links as a menu, for narrow screens. */
export function PagesMenu({ className, links, isSignedIn }: PagesMenuProps) {
  const { t } = useTranslation();
  const navigate = useNavigate();
  return (
    <Menu position="bottom-end" width={220} defaultOpened>
      <Menu.Target>
        <ActionIcon className={className} aria-label={t('nav.menu')} autoFocus>
          <IconMenu2 size={22} aria-hidden />
        </ActionIcon>
      </Menu.Target>
      <Menu.Dropdown>
        {links.map(({ to, label }) => (
          <Menu.Item key={to} onClick={() => void navigate({ to })}>
            {label}
          </Menu.Item>
        ))}
        {isSignedIn ? null : (
          <>
            <Menu.Divider />
            <Menu.Item onClick={() => void navigate({ to: '/login' })}>{t('nav.login')}</Menu.Item>
          </>
        )}
      </Menu.Dropdown>
    </Menu>
  );
}
