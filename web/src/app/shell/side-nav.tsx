import { Link, useLocation } from '@tanstack/react-router';
import { useTranslation } from 'react-i18next';
import { useFirstSteps } from '../../features/settings/first-steps/first-steps.queries.ts';
import type { Rights } from '../../lib/session/permissions.ts';
import { LazyMoreMenu } from './lazy-menus.tsx';
import { isAtItem, navItemsOf } from './nav-items.ts';
import classes from './side-nav.module.css';

/** Places of the bottom bar: with more items the last place is "More". */
const PLACES = 5;

/** The pages of the daily work: a sidebar on wide screens, a bar at the bottom on narrow ones (by CSS alone). */
export function SideNav({ rights }: { rights: Rights }) {
  const { found } = useFirstSteps();
  const items = navItemsOf(rights, { withFirstSteps: found !== null });
  const { t } = useTranslation();
  const { pathname } = useLocation();
  const first = items.length > PLACES ? PLACES - 1 : PLACES;
  const rest = items.slice(first);
  return (
    <nav className={`${classes.nav} rc-no-print`} aria-label={t('nav.work')}>
      <ul className={classes.list}>
        {items.map((item, index) => (
          <li key={item.name} data-rest={index >= first}>
            <Link
              to={item.to}
              className={classes.item}
              aria-current={isAtItem(pathname, item) ? 'page' : undefined}
            >
              <item.Icon size={20} aria-hidden />
              <span>{t(`nav.${item.name}`)}</span>
            </Link>
          </li>
        ))}
        {rest.length > 0 ? (
          <li className={classes.more}>
            <LazyMoreMenu
              items={rest}
              className={classes.item ?? ''}
              isCurrent={rest.some((item) => isAtItem(pathname, item))}
            />
          </li>
        ) : null}
      </ul>
    </nav>
  );
}
