import { Button } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import { LinkButton } from '../../components/link-button.tsx';
import { HeroIllustration } from './hero-illustration.tsx';
import classes from './home.module.css';

export function Hero() {
  const { t } = useTranslation('home');
  const showFeatures = () => document.getElementById('features')?.scrollIntoView();
  return (
    <section className={`${classes.section} ${classes.hero}`}>
      <div>
        <p className={classes.eyebrow}>{t('hero.eyebrow')}</p>
        <h1 className={classes.headline}>{t('hero.title')}</h1>
        <p className={classes.lead}>{t('hero.text')}</p>
        <div className={classes.actions}>
          <LinkButton to="/login" size="lg">
            {t('hero.start')}
          </LinkButton>
          <Button size="lg" variant="default" onClick={showFeatures}>
            {t('hero.more')}
          </Button>
        </div>
      </div>
      <HeroIllustration />
    </section>
  );
}
