import { useTranslation } from 'react-i18next';
import classes from './home.module.css';

const STEPS = ['one', 'two', 'three'] as const;

export function Steps() {
  const { t } = useTranslation('home');
  return (
    <section className={classes.section}>
      <h2 className={classes.title}>{t('steps.title')}</h2>
      <p className={classes.intro}>{t('steps.text')}</p>
      <ol className={`${classes.grid} ${classes.three}`}>
        {STEPS.map((step, index) => (
          <li key={step} className={classes.tile}>
            <span className={classes.number} aria-hidden>
              {index + 1}
            </span>
            <h3>{t(`steps.${step}.title`)}</h3>
            <p>{t(`steps.${step}.text`)}</p>
          </li>
        ))}
      </ol>
    </section>
  );
}
