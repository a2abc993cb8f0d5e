import { useTranslation } from 'react-i18next';
import classes from './live-dot.module.css';

/** A quiet sign that the figures follow what happens. */
export function LiveDot({ state }: { state: 'live' | 'polling' | 'off' }) {
  const { t } = useTranslation();
  if (state === 'off') return null;
  const label = state === 'live' ? t('live.on') : t('live.off');
  return (
    <span className={classes.dot} data-live={state === 'live'} role="img" aria-label={label} title={label} />
  );
}
