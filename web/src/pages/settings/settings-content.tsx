import { Stack } from '@mantine/core';
import { AUDIT_ACTIONS } from '@rollcall/core/audit/audit.types';
import type { Action } from '@rollcall/core/kernel/access';
import { useNavigate } from '@tanstack/react-router';
import { useTranslation } from 'react-i18next';
import { LinkButton } from '../../components/inputs/link-button.tsx';
import { Card } from '../../components/layout/card.tsx';
import { AccountsPanel } from '../../features/accounts/accounts-panel.tsx';
import { ApprovalsCard } from '../../features/accounts/approvals-card.tsx';
import { AuditPanel } from '../../features/audit/audit-panel.tsx';
import { BackupPanel } from '../../features/backup/backup-panel.tsx';
import { BackupWarning } from '../../features/backup/backup-warning.tsx';
import { KeyExportCard } from '../../features/backup/key-export-card.tsx';
import { ScheduleCard } from '../../features/backup/schedule-card.tsx';
import { HolidaysCard, WorkingDaysCard, YearSwitch } from '../../features/calendar/calendar-cards.tsx';
import { PrivacySettingsCard } from '../../features/privacy/privacy-settings-card.tsx';
import { ClassConfigCard } from '../../features/settings/class-config-card.tsx';
import { EvidenceCard } from '../../features/settings/evidence/evidence-card.tsx';
import { FaceSettingsCard } from '../../features/settings/face-settings-card.tsx';
import { InstallationReport } from '../../features/settings/installation/installation-report.tsx';
import { InstitutionCard } from '../../features/settings/institution/institution-card.tsx';
import { ExitPinCard } from '../../features/settings/kiosks/exit-pin-card.tsx';
import { KiosksCard } from '../../features/settings/kiosks/kiosks-card.tsx';
import { MailCard } from '../../features/settings/sign-in/mail-card.tsx';
import { ProvidersCard } from '../../features/settings/sign-in/providers-card.tsx';
import { SignInSettingsCard } from '../../features/settings/sign-in/sign-in-settings-card.tsx';
import { TimeSettingsCard } from '../../features/settings/time-settings-card.tsx';
import { useInstitutionToday } from '../../lib/format/institution-day.ts';
import type { SettingsSearch, SettingsSection } from '../page-search.ts';

/** The action that opens each section. */
export const SECTION_ACTIONS: Record<SettingsSection, Action> = {
  institution: 'settings.manage',
  times: 'settings.manage',
  classes: 'settings.manage',
  calendar: 'calendar.manage',
  privacy: 'privacy.manage',
  faces: 'settings.manage',
  quality: 'settings.manage',
  kiosks: 'kiosks.manage',
  accounts: 'accounts.manage',
  'sign-in': 'accounts.manage',
  mail: 'accounts.manage',
  backup: 'data.export',
  audit: 'audit.read',
};

interface SettingsContentProps {
  readonly section: SettingsSection;
  readonly search: SettingsSearch;
  readonly onSearch: (change: SettingsSearch) => void;
}

/** The cards of one section of the settings. */
export function SettingsContent({ section, search, onSearch }: SettingsContentProps) {
  const navigate = useNavigate();
  const showPerson = (id: string) => void navigate({ to: '/profile/$id', params: { id } });
  switch (section) {
    case 'institution':
      return <InstitutionCard />;
    case 'times':
      return <TimeSettingsCard isMain />;
    case 'classes':
      return <ClassConfigCard isMain />;
    case 'calendar':
      return <CalendarSection search={search} onSearch={onSearch} />;
    case 'privacy':
      return <PrivacySettingsCard />;
    case 'faces':
      return (
        <Stack gap="md">
          <EvidenceCard />
          <FaceSettingsCard />
        </Stack>
      );
    case 'quality':
      return <InstallationReport />;
    case 'kiosks':
      return (
        <Stack gap="md">
          <KiosksCard code={search.code} onCodeDone={() => onSearch({ code: undefined })} />
          <ExitPinCard />
        </Stack>
      );
    case 'accounts':
      return (
        <Stack gap="md">
          <AccountsPanel
            filter={search}
            onFilter={onSearch}
            onProfile={({ user_id }) => showPerson(user_id)}
          />
          <ApprovalsCard />
        </Stack>
      );
    case 'sign-in':
      return (
        <Stack gap="md">
          <SignInSettingsCard />
          <ProvidersCard />
        </Stack>
      );
    case 'mail':
      return <MailCard />;
    case 'backup':
      return <BackupSection />;
    case 'audit':
      return (
        <AuditPanel
          filter={{
            action: AUDIT_ACTIONS.find((each) => each === search.event),
            about: search.about,
            system: search.system,
            from: search.from,
            to: search.to,
          }}
          onFilter={({ action, ...filter }) => onSearch({ ...filter, event: action })}
        />
      );
  }
}

function CalendarSection({ search, onSearch }: Pick<SettingsContentProps, 'search' | 'onSearch'>) {
  const { t } = useTranslation('management');
  const today = useInstitutionToday();
  const year = search.year ?? Number(today.slice(0, 4));
  return (
    <Stack gap="md">
      <WorkingDaysCard year={year} today={today} />
      <HolidaysCard
        year={year}
        yearSwitch={<YearSwitch year={year} onYear={(next) => onSearch({ year: next })} />}
      />
      <Card title={t('settings.leaves')} hint={t('settings.leavesHint')}>
        <LinkButton to="/attendance" search={{ tab: 'calendar' }} variant="default">
          {t('settings.openLeaves')}
        </LinkButton>
      </Card>
    </Stack>
  );
}

function BackupSection() {
  const { t } = useTranslation('management');
  return (
    <Stack gap="md">
      <BackupWarning />
      <BackupPanel />
      <ScheduleCard />
      <KeyExportCard />
      <Card title={t('settings.restore')} hint={t('settings.restoreHint')}>
        <LinkButton to="/admin" search={{ tab: 'backup', view: 'restore' }} variant="default">
          {t('settings.openRestore')}
        </LinkButton>
      </Card>
    </Stack>
  );
}
