import { IconDots } from '@tabler/icons-react';
import type { ComponentPropsWithRef } from 'react';
import { useTranslation } from 'react-i18next';
import type { NavItem } from './nav-items.ts';

interface MoreButtonProps extends ComponentPropsWithRef<'button'> {
  readonly isCurrent: boolean;
}

export function MoreButton({ isCurrent, ...rest }: MoreButtonProps) {
  const { t } = useTranslation();
  return (
    <button type="button" {...rest} data-current={isCurrent}>
      <IconDots size={20} aria-hidden />
      <span>{t('nav.more')}</span>
    </button>
  );
}

export interface MoreMenuProps {
  readonly items: readonly NavItem[];
  readonly className: string;
  /** Whether the page shown is one of the items. */
  readonly isCurrent: boolean;
}
