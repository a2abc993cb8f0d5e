import { Button } from '@mantine/core';
import { useDocumentTitle } from '@mantine/hooks';
import { IconBolt, IconLock, IconTargetArrow } from '@tabler/icons-react';
import { Link } from '@tanstack/react-router';
import { useTranslation } from 'react-i18next';
import { LinkButton } from '../../components/inputs/link-button.tsx';
import { useFormat } from '../../lib/format/format.ts';
import { useStarted } from '../../lib/started.tsx';
import { DemoSection } from './demo-section.tsx';
import { HeroIllustration } from './hero-illustration.tsx';
import classes from './home.module.css';

export function HomePage() {
  useStarted();
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

function Hero() {
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

const FEATURES = [
  { key: 'accuracy', Icon: IconTargetArrow },
  { key: 'secure', Icon: IconLock },
  { key: 'fast', Icon: IconBolt },
] as const;

function Features() {
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

/** Measured figures; where no measurement is stored, a text without a number. */
function StatsStrip() {
  const { t } = useTranslation('home');
  const format = useFormat();
  const { accuracy, requestP95Ms, people, records } = __BENCH_FIGURES__;
  const seconds = (ms: number) =>
    ms < 950
      ? t('stats.under', { value: format.number(Math.ceil(ms / 100) / 10) })
      : t('stats.seconds', { value: format.number(ms / 1000) });
  const figures = [
    { key: 'accuracy', text: accuracy?.value && format.precisePercent(accuracy.value) },
    { key: 'speed', text: requestP95Ms?.value && seconds(requestP95Ms.value) },
    { key: 'people', text: people?.value && format.number(people.value) },
    { key: 'records', text: records?.value && format.number(records.value) },
  ] as const;

  return (
    <div className={classes.band}>
      <section className={classes.section}>
        <div className={classes.bandHead}>
          <h2 className={classes.title}>{t('stats.title')}</h2>
          <Link to="/how-we-measured" className={classes.how}>
            {t('stats.how')}
          </Link>
        </div>
        <dl className={classes.stats}>
          {figures.map(({ key, text }) => (
            <div key={key} className={classes.stat}>
              <dt data-words={text ? undefined : ''}>{text || t(`stats.${key}.plain`)}</dt>
              <dd>{text ? t(`stats.${key}.label`) : t(`stats.${key}.plainText`)}</dd>
            </div>
          ))}
        </dl>
      </section>
    </div>
  );
}

const STEPS = ['one', 'two', 'three'] as const;

function Steps() {
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
