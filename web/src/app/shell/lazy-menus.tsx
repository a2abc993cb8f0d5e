import { ActionIcon } from '@mantine/core';
import { IconAdjustmentsHorizontal, IconMenu2 } from '@tabler/icons-react';
import { lazy, type ReactNode, Suspense, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { MoreButton, type MoreMenuProps } from './more-button.tsx';
import type { PagesMenuProps } from './pages-menu.tsx';
import { PersonButton } from './person-button.tsx';

/*
 * Mantine's Menu is loaded when somebody points at a button and opens with the first click. Until then a button of the
 * same look is there.
 */
const loadPreferences = async () => ({ default: (await import('./preferences-menu.tsx')).PreferencesMenu });
const loadPages = async () => ({ default: (await import('./pages-menu.tsx')).PagesMenu });
const loadMore = async () => ({ default: (await import('./more-menu.tsx')).MoreMenu });
const loadPerson = async () => ({ default: (await import('./person-menu.tsx')).PersonMenu });
const Preferences = lazy(loadPreferences);
const Pages = lazy(loadPages);
const More = lazy(loadMore);
const Person = lazy(loadPerson);

interface Opener {
  readonly onPointerEnter: () => void;
  readonly onFocus: () => void;
  readonly onClick: () => void;
  readonly 'aria-haspopup': 'menu';
  readonly 'aria-expanded': boolean;
}

/** Shows the button that `button` makes of an opener's handlers, and the menu from the first click on. */
function OnFirstClick({
  load,
  button,
  menu,
}: {
  load: () => Promise<unknown>;
  button: (opener: Opener) => ReactNode;
  menu: ReactNode;
}) {
  const [isAsked, setAsked] = useState(false);
  const prepare = () => void load().catch(() => undefined);
  const opener: Opener = {
    onPointerEnter: prepare,
    onFocus: prepare,
    onClick: () => setAsked(true),
    'aria-haspopup': 'menu',
    'aria-expanded': false,
  };
  return isAsked ? <Suspense fallback={button(opener)}>{menu}</Suspense> : button(opener);
}

export function LazyPreferencesMenu() {
  const { t } = useTranslation();
  return (
    <OnFirstClick
      load={loadPreferences}
      menu={<Preferences />}
      button={(opener) => (
        <ActionIcon aria-label={t('preferences.label')} {...opener}>
          <IconAdjustmentsHorizontal size={20} aria-hidden />
        </ActionIcon>
      )}
    />
  );
}

export function LazyPagesMenu(props: PagesMenuProps) {
  const { t } = useTranslation();
  return (
    <OnFirstClick
      load={loadPages}
      menu={<Pages {...props} />}
      button={(opener) => (
        <ActionIcon aria-label={t('nav.menu')} className={props.className} {...opener}>
          <IconMenu2 size={22} aria-hidden />
        </ActionIcon>
      )}
    />
  );
}

export function LazyPersonMenu(props: { readonly name: string; readonly onLogout: () => void }) {
  return (
    <OnFirstClick
      load={loadPerson}
      menu={<Person {...props} />}
      button={(opener) => <PersonButton name={props.name} {...opener} />}
    />
  );
}

export function LazyMoreMenu(props: MoreMenuProps) {
  return (
    <OnFirstClick
      load={loadMore}
      menu={<More {...props} />}
      button={(opener) => <MoreButton className={props.className} isCurrent={props.isCurrent} {...opener} />}
    />
  );
}
