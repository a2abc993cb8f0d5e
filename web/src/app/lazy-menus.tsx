import { ActionIcon } from '@mantine/core';
import { IconAdjustmentsHorizontal, IconMenu2 } from '@tabler/icons-react';
import { lazy, type ReactNode, Suspense } from 'react';
import { useTranslation } from 'react-i18next';

/** Menus need a positioning engine that the first paint does not: until it is here, a button of the same size stands in. */
const Preferences = lazy(async () => ({ default: (await import('./preferences-menu.tsx')).PreferencesMenu }));
const Pages = lazy(async () => ({ default: (await import('./pages-menu.tsx')).PagesMenu }));

function StandIn({ label, className, children }: { label: string; className?: string; children: ReactNode }) {
  return (
    <ActionIcon aria-label={label} className={className ?? ''} aria-disabled>
      {children}
    </ActionIcon>
  );
}

export function LazyPreferencesMenu() {
  const { t } = useTranslation();
  const standIn = (
    <StandIn label={t('preferences.label')}>
      <IconAdjustmentsHorizontal size={20} aria-hidden />
    </StandIn>
  );
  return (
    <Suspense fallback={standIn}>
      <Preferences />
    </Suspense>
  );
}

export interface PagesMenuProps {
  readonly className: string;
  readonly links: readonly { readonly to: '/' | '/faq' | '/dashboard' | '/admin'; readonly label: string }[];
  readonly isSignedIn: boolean;
  readonly onLogout: () => void;
}

export function LazyPagesMenu(props: PagesMenuProps) {
  const { t } = useTranslation();
  const standIn = (
    <StandIn label={t('nav.menu')} className={props.className}>
      <IconMenu2 size={22} aria-hidden />
    </StandIn>
  );
  return (
    <Suspense fallback={standIn}>
      <Pages {...props} />
    </Suspense>
  );
}
