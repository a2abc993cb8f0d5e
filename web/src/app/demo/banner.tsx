import { Anchor, CloseButton } from '@mantine/core';
import { useLayoutEffect, useReducer, useSyncExternalStore } from 'react';
import { useTranslation } from 'react-i18next';
import { useHost } from '../../lib/api/host.ts';
import { usePublicSettings } from '../../lib/api/public-settings.queries.ts';
import { dateOfIso } from '../../lib/format/dates.ts';
import { useFormat } from '../../lib/format/format.ts';
import classes from './banner.module.css';

const KEY = 'backend-notification-dismissed';
/** The demo's day of which a visitor has read that it is not today. */
const DAY_KEY = 'demo-day-dismissed';

const neverChanges = () => () => undefined;

/** A stored text; a prerendered page has none. */
function useStored(key: string): readonly [string | null, (text: string) => void] {
  const [, readAgain] = useReducer((count: number) => count + 1, 0);
  const read = () => localStorage.getItem(key);
  const text = useSyncExternalStore(neverChanges, read, () => null);
  const store = (next: string) => {
    localStorage.setItem(key, next);
    readAgain();
  };
  return [text, store];
}

/** The demo-mode banner, shown until it is dismissed. Moves the page down by its height. */
export function Banner() {
  const { t } = useTranslation();
  const { demo_mode, demo_day } = usePublicSettings();
  const format = useFormat();
  const { isInBrowser } = useHost();
  const [dismissed, setDismissed] = useStored(KEY);
  const [readDay, setReadDay] = useStored(DAY_KEY);
  const isDayNew = demo_day !== undefined && demo_day.date !== readDay;
  const isShown = demo_mode && (dismissed !== 'true' || isDayNew);

  // A layout effect, so that the page does not jump after the first paint.
  useLayoutEffect(() => {
    document.body.classList.toggle('rc-with-banner', isShown);
    // From here on the app knows; see color-scheme.js.
    document.documentElement.removeAttribute('data-no-banner');
    return () => document.body.classList.remove('rc-with-banner');
  }, [isShown]);

  if (!isShown) return null;
  const dismiss = () => {
    setDismissed('true');
    if (demo_day) setReadDay(demo_day.date);
  };
  return (
    <aside className={`${classes.banner} rc-demo-banner rc-no-print`} aria-label={t('banner.label')}>
      <p className={classes.text}>
        <strong>{t('banner.title')}</strong> {t('banner.text')}{' '}
        {isInBrowser ? `${t('banner.inBrowser')} ` : null}
        {demo_day ? `${t('banner.today', { date: format.longDate(dateOfIso(demo_day.date)) })} ` : null}
        <Anchor href={__REPOSITORY_URL__} target="_blank" rel="noreferrer" className={classes.link}>
          {t('banner.link')}
        </Anchor>
      </p>
      <CloseButton size={44} className={classes.close} aria-label={t('banner.dismiss')} onClick={dismiss} />
    </aside>
  );
}
