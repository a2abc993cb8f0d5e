import { IconBolt, IconLock, IconTargetArrow } from '@tabler/icons-react';
import { useTranslation } from 'react-i18next';
import classes from './home.module.css';

const FEATURES = [
  { key: 'accuracy', Icon: IconTargetArrow },
  { key: 'secure', Icon: IconLock },
  { key: 'fast', Icon: IconBolt },
] as const;

export function Features() {
  const { t } = useTranslation('home');
  return (
    <section id="features" className={classes.section}>
      <h2 className={classes.title}>{t('features.title')}</h2>
      <div className={`${classes.grid} ${classes.three}`}>
        {FEATURES.map(({ key, Icon }) => (
          <article key={key} className={classes.tile}>
            <span className={classes.icon}>
              <Icon size={24} aria-hidden />
            </span>
            <h3>{t(`features.${key}.title`)}</h3>
            <p>{t(`features.${key}.text`)}</p>
          </article>
        ))}
      </div>
    </section>
  );
}
