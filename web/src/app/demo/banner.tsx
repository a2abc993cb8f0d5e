import { Anchor, CloseButton } from '@mantine/core';
import { useLayoutEffect, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useHost } from '../../lib/api/host.ts';
import { usePublicSettings } from '../../lib/api/public-settings.queries.ts';
import { dateOfIso } from '../../lib/format/dates.ts';
import { useFormat } from '../../lib/format/format.ts';
import classes from './banner.module.css';

const KEY = 'backend-notification-dismissed';
/** The demo's day of which a visitor has read that it is not today. */
const DAY_KEY = 'demo-day-dismissed';

/** The demo-mode banner, shown until it is dismissed. Moves the page down by its height. */
export function Banner() {
  const { t } = useTranslation();
  const { demo_mode, demo_day } = usePublicSettings();
  const format = useFormat();
  const { isInBrowser } = useHost();
  const [dismissed, setDismissed] = useState(() => localStorage.getItem(KEY) === 'true');
  const [readDay, setReadDay] = useState(() => localStorage.getItem(DAY_KEY));
  const isDayNew = demo_day !== undefined && demo_day.date !== readDay;
  const isShown = demo_mode && (!dismissed || isDayNew);

  // A layout effect, so that the page does not jump after the first paint.
  useLayoutEffect(() => {
    document.body.classList.toggle('rc-with-banner', isShown);
    return () => document.body.classList.remove('rc-with-banner');
  }, [isShown]);

  if (!isShown) return null;
  const dismiss = () => {
    localStorage.setItem(KEY, 'true');
    setDismissed(true);
    if (!demo_day) return;
    localStorage.setItem(DAY_KEY, demo_day.date);
    setReadDay(demo_day.date);
  };
  return (
    <aside className={`${classes.banner} rc-no-print`} aria-label={t('banner.label')}>
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
