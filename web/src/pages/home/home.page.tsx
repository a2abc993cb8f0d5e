import { useDocumentTitle } from '@mantine/hooks';
import { useTranslation } from 'react-i18next';
import { LinkButton } from '../../components/link-button.tsx';
import { DemoSection } from './demo-section.tsx';
import { Features } from './features.tsx';
import { Hero } from './hero.tsx';
import classes from './home.module.css';
import { StatsStrip } from './stats-strip.tsx';
import { Steps } from './steps.tsx';

export function HomePage() {
  const { t } = useTranslation(['home', 'common']);
  useDocumentTitle(`Rollcall · ${t('common:tagline')}`);
  return (
    <>
      <Hero />
      <Features />
      <StatsStrip />
      <Steps />
      <DemoSection />
      <div className={classes.band}>
        <section className={`${classes.section} ${classes.cta}`}>
          <h2 className={classes.title}>{t('cta.title')}</h2>
          <p>{t('cta.text')}</p>
          <LinkButton to="/login" size="lg">
            {t('cta.action')}
          </LinkButton>
        </section>
      </div>
    </>
  );
}
