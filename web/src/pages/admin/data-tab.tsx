import { Stack } from '@mantine/core';
import { AUDIT_ACTIONS } from '@rollcall/core/audit/audit.types';
import { useNavigate } from '@tanstack/react-router';
import { useTranslation } from 'react-i18next';
import { ViewSwitch } from '../../components/layout/tab-bar.tsx';
import { AuditPanel } from '../../features/audit/audit-panel.tsx';
import { BackupPanel } from '../../features/backup/backup-panel.tsx';
import { BackupWarning } from '../../features/backup/backup-warning.tsx';
import { KeyExportCard } from '../../features/backup/key-export-card.tsx';
import { RestorePanel } from '../../features/backup/restore/restore-panel.tsx';
import { ScheduleCard } from '../../features/backup/schedule-card.tsx';
import { type AdminSearch, DATA_VIEWS } from '../page-search.ts';

interface DataTabProps {
  readonly search: AdminSearch;
  readonly onSearch: (change: AdminSearch, replace?: boolean) => void;
}

const NO_FILTER = { event: undefined, about: undefined, system: undefined, from: undefined, to: undefined };

/** Backup & Export: files, restore, schedule and key export, audit log. */
export function DataTab({ search, onSearch }: DataTabProps) {
  const { t } = useTranslation('safety');
  const navigate = useNavigate();
  const view = search.view ?? 'files';
  return (
    <>
      <ViewSwitch
        label={t('views.label')}
        value={view}
        views={DATA_VIEWS.map((value) => ({ value, label: t(`views.${value}`) }))}
        onChange={(next) => onSearch({ ...NO_FILTER, view: next === 'files' ? undefined : next }, false)}
      />
      <BackupWarning />
      {view === 'files' ? <BackupPanel /> : null}
      {view === 'restore' ? <RestorePanel onSignIn={() => void navigate({ to: '/admin/login' })} /> : null}
      {view === 'schedule' ? (
        <Stack gap="md">
          <ScheduleCard />
          <KeyExportCard />
        </Stack>
      ) : null}
      {view === 'audit' ? (
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
      ) : null}
    </>
  );
}
