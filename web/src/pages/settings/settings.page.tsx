import {
  IconBuilding,
  IconCalendarEvent,
  IconChalkboard,
  IconClock,
  IconDatabaseExport,
  IconDeviceTablet,
  IconFaceId,
  IconHistory,
  IconLogin2,
  IconMail,
  IconReportAnalytics,
  IconShieldLock,
  IconUserShield,
} from '@tabler/icons-react';
import { getRouteApi, Link } from '@tanstack/react-router';
import { useTranslation } from 'react-i18next';
import { Page, PageHead } from '../../components/layout/page.tsx';
import { useOfficeTexts } from '../../lib/i18n/office-texts.queries.ts';
import { useMe } from '../../lib/session/me.queries.ts';
import { mayIn } from '../../lib/session/permissions.ts';
import { SETTINGS_SECTIONS, type SettingsSearch, type SettingsSection } from '../page-search.ts';
import classes from './settings.module.css';
import { SECTION_ACTIONS, SettingsContent } from './settings-content.tsx';

const ICONS: Record<SettingsSection, typeof IconClock> = {
  institution: IconBuilding,
  times: IconClock,
  classes: IconChalkboard,
  calendar: IconCalendarEvent,
  privacy: IconShieldLock,
  faces: IconFaceId,
  quality: IconReportAnalytics,
  kiosks: IconDeviceTablet,
  accounts: IconUserShield,
  'sign-in': IconLogin2,
  mail: IconMail,
  backup: IconDatabaseExport,
  audit: IconHistory,
};

const sectionRoute = getRouteApi('/settings/$section');

/** The list of sections; on a wide screen with the first one open beside it. */
export function SettingsPage() {
  return <Settings section={undefined} search={{}} onSearch={() => {}} />;
}

export function SettingsSectionPage() {
  const { section } = sectionRoute.useParams();
  const navigate = sectionRoute.useNavigate();
  return (
    <Settings
      section={SETTINGS_SECTIONS.find((each) => each === section)}
      search={sectionRoute.useSearch()}
      onSearch={(change) =>
        void navigate({ search: (before) => ({ ...before, ...change }), resetScroll: false, replace: true })
      }
    />
  );
}

interface SettingsProps {
  readonly section: SettingsSection | undefined;
  readonly search: SettingsSearch;
  readonly onSearch: (change: SettingsSearch) => void;
}

function Settings({ section, search, onSearch }: SettingsProps) {
  useOfficeTexts();
  const { t } = useTranslation('management');
  const me = useMe();
  const sections = SETTINGS_SECTIONS.filter((each) => mayIn(me, SECTION_ACTIONS[each]));
  const shown = sections.find((each) => each === section) ?? sections[0];
  return (
    <Page title={section ? `${t(`sections.${section}`)} · ${t('settings.title')}` : t('settings.title')}>
      <div className={classes.settings} data-open={section !== undefined}>
        <div className={classes.side}>
          <PageHead title={t('settings.title')} text={t('settings.text')} />
          <nav aria-label={t('settings.sections')}>
            <ul className={classes.list}>
              {sections.map((each) => {
                const Icon = ICONS[each];
                return (
                  <li key={each}>
                    <Link
                      to="/settings/$section"
                      params={{ section: each }}
                      className={classes.section}
                      aria-current={each === shown ? 'page' : undefined}
                    >
                      <Icon size={20} aria-hidden />
                      <span>
                        {t(`sections.${each}`)}
                        <small>{t(`sectionHints.${each}`)}</small>
                      </span>
                    </Link>
                  </li>
                );
              })}
            </ul>
          </nav>
        </div>
        <div className={classes.content}>
          {section ? (
            <div className={classes.top}>
              <Link to="/settings" className={classes.back}>
                {t('settings.all')}
              </Link>
              <h1>{t(`sections.${section}`)}</h1>
            </div>
          ) : null}
          {shown ? <SettingsContent key={shown} section={shown} search={search} onSearch={onSearch} /> : null}
        </div>
      </div>
    </Page>
  );
}
