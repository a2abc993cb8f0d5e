import { useTranslation } from 'react-i18next';
import type { Guidance } from '../../lib/camera/use-guidance.ts';
import classes from './guidance-line.module.css';

/** One sentence over the picture; silent where there is no guide. */
export function GuidanceLine({ guidance }: { guidance: Guidance }) {
  const { t } = useTranslation('camera');
  const { status, sight } = guidance;
  const isComing = status === 'loading' || status === 'running';
  const text = sight ? t(`guidance.${sight.hint}`) : isComing ? t('guidance.loading') : null;
  return (
    <div className={classes.line} role="status">
      {text ? <span>{text}</span> : null}
    </div>
  );
}
