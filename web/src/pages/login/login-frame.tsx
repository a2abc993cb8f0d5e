import { useDocumentTitle } from '@mantine/hooks';
import { IconChartBar, IconClockCheck, IconSpeakerphone, IconUsers } from '@tabler/icons-react';
import { Link } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { InstitutionLogo } from '../../components/layout/institution-logo.tsx';
import { usePublicSettings } from '../../lib/api/public-settings.queries.ts';
import classes from './login.module.css';

const FEATURES = [
  { key: 'monitoring', Icon: IconClockCheck },
  { key: 'management', Icon: IconUsers },
  { key: 'analytics', Icon: IconChartBar },
  { key: 'notices', Icon: IconSpeakerphone },
] as const;

interface LoginFrameProps {
  readonly title: string;
  readonly text: string;
  readonly children?: ReactNode;
  /** Links below the form. */
  readonly links?: ReactNode;
}

/** The frame of every page on the way in: brand, title and institution beside the list of features. */
export function LoginFrame({ title, text, children, links }: LoginFrameProps) {
  const { t } = useTranslation(['auth', 'common']);
  const { institution_name } = usePublicSettings();
  useDocumentTitle(`${title} · Rollcall`);
  return (
    <div className={classes.page}>
      <div className={classes.panel}>
        <Link to="/" className={classes.brand}>
          <InstitutionLogo size={36} />
          <span>
            {t('common:brand')}
            <span className={classes.institution}>{institution_name}</span>
          </span>
        </Link>
        <h1 className={classes.title}>{title}</h1>
        <p className={classes.text}>{text}</p>
        {children}
        {links ? <div className={classes.links}>{links}</div> : null}
      </div>
      <aside className={classes.features}>
        <h2>{t('features.title')}</h2>
        <ul>
          {FEATURES.map(({ key, Icon }) => (
            <li key={key}>
              <Icon size={22} aria-hidden />
              {t(`features.${key}`)}
            </li>
          ))}
        </ul>
      </aside>
    </div>
  );
}
