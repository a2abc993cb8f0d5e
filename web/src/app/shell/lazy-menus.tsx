import { ActionIcon } from '@mantine/core';
import { IconAdjustmentsHorizontal, IconMenu2 } from '@tabler/icons-react';
import { lazy, type ReactNode, Suspense } from 'react';
import { useTranslation } from 'react-i18next';
import { MoreButton, type MoreMenuProps } from './more-button.tsx';
import type { PagesMenuProps } from './pages-menu.tsx';
import { PersonButton } from './person-button.tsx';

/** Mantine's Menu is loaded after the first paint; until then a button of the same size is the placeholder. */
const Preferences = lazy(async () => ({ default: (await import('./preferences-menu.tsx')).PreferencesMenu }));
const Pages = lazy(async () => ({ default: (await import('./pages-menu.tsx')).PagesMenu }));
const More = lazy(async () => ({ default: (await import('./more-menu.tsx')).MoreMenu }));
const Person = lazy(async () => ({ default: (await import('./person-menu.tsx')).PersonMenu }));

function Placeholder({
  label,
  className,
  children,
}: {
  label: string;
  className?: string;
  children: ReactNode;
}) {
  return (
    <ActionIcon aria-label={label} className={className ?? ''} aria-disabled>
      {children}
    </ActionIcon>
  );
}

export function LazyPreferencesMenu() {
  const { t } = useTranslation();
  const placeholder = (
    <Placeholder label={t('preferences.label')}>
      <IconAdjustmentsHorizontal size={20} aria-hidden />
    </Placeholder>
  );
  return (
    <Suspense fallback={placeholder}>
      <Preferences />
    </Suspense>
  );
}

export function LazyPagesMenu(props: PagesMenuProps) {
  const { t } = useTranslation();
  const placeholder = (
    <Placeholder label={t('nav.menu')} className={props.className}>
      <IconMenu2 size={22} aria-hidden />
    </Placeholder>
  );
  return (
    <Suspense fallback={placeholder}>
      <Pages {...props} />
    </Suspense>
  );
}

export function LazyPersonMenu(props: { readonly name: string; readonly onLogout: () => void }) {
  return (
    <Suspense fallback={<PersonButton name={props.name} aria-disabled />}>
      <Person {...props} />
    </Suspense>
  );
}

export function LazyMoreMenu(props: MoreMenuProps) {
  return (
    <Suspense fallback={<MoreButton className={props.className} isCurrent={props.isCurrent} aria-disabled />}>
      <More {...props} />
    </Suspense>
  );
}
