import { ActionIcon, Badge, Tooltip } from '@mantine/core';
import { IconRefresh } from '@tabler/icons-react';
import { useIsFetching } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { Initial } from '../../components/display/initials.tsx';
import { partOfDay, useFormat } from '../../lib/format/format.ts';
import { useInstitutionDate, useInstitutionHour } from '../../lib/format/institution-day.ts';
import { useMe } from '../../lib/session/me.queries.ts';
import { startPageOf } from '../../lib/session/permissions.ts';
import { useSessionState } from '../../lib/session/session.ts';
import classes from './dashboard.module.css';

interface DashboardHeaderProps {
  readonly onRefresh: () => void;
  /** What the account is limited to. */
  readonly note?: string;
  /** Figures and the main button of the role. */
  readonly children: ReactNode;
}

export function DashboardHeader({ onRefresh, note, children }: DashboardHeaderProps) {
  const { t } = useTranslation(['dashboard', 'common']);
  const format = useFormat();
  const { user } = useSessionState();
  const me = useMe();
  const hour = useInstitutionHour();
  const today = useInstitutionDate();
  const type = me?.user.type ?? user?.type ?? 'student';
  // An account without attendance is named by its role, which need not be an administrator's.
  const role =
    type === 'admin' && me && startPageOf(me) !== '/admin'
      ? t(`common:accountRoles.${me.role}`)
      : t(`common:roles.${type}`);
  const name = me?.user.name ?? user?.name ?? role;
  return (
    <header className={classes.header}>
      <Initial name={name} size={56} />
      <div className={classes.hello}>
        <h1>{t(`greeting.${partOfDay(hour)}`, { name })}</h1>
        <div className={classes.when}>
          <time>{format.longDate(today)}</time>
          <Badge variant="light" size="lg" radius="xl" tt="none">
            {role}
          </Badge>
          {note ? <span>{note}</span> : null}
        </div>
      </div>
      <div className={classes.actions}>
        {children}
        <RefreshButton onRefresh={onRefresh} />
      </div>
    </header>
  );
}

/** Busy while anything of the page loads. It alone is rendered again with every answer, not the page. */
function RefreshButton({ onRefresh }: { onRefresh: () => void }) {
  const { t } = useTranslation('dashboard');
  const isBusy = useIsFetching({ predicate: ({ queryKey }) => queryKey[0] !== 'public-settings' }) > 0;
  return (
    <Tooltip label={t('refresh')}>
      <ActionIcon variant="default" aria-label={t('refresh')} loading={isBusy} onClick={onRefresh}>
        <IconRefresh size={20} aria-hidden />
      </ActionIcon>
    </Tooltip>
  );
}
