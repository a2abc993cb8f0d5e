import { Menu } from '@mantine/core';
import { useNavigate } from '@tanstack/react-router';
import { useTranslation } from 'react-i18next';
import { MoreButton, type MoreMenuProps } from './more-button.tsx';

/** The items of the bottom bar that have no place of their own. */
export function MoreMenu({ items, className, isCurrent }: MoreMenuProps) {
  const { t } = useTranslation();
  const navigate = useNavigate();
  return (
    <Menu position="top-end" width={220} defaultOpened>
      <Menu.Target>
        <MoreButton className={className} isCurrent={isCurrent} autoFocus />
      </Menu.Target>
      <Menu.Dropdown>
        {items.map(({ name, to, Icon }) => (
          <Menu.Item
            key={name}
            leftSection={<Icon size={18} aria-hidden />}
            onClick={() => void navigate({ to })}
          >
            {t(`nav.${name}`)}
          </Menu.Item>
        ))}
      </Menu.Dropdown>
    </Menu>
  );
}
