import { ActionIcon, Badge, Tooltip } from '@mantine/core';
import { IconRefresh } from '@tabler/icons-react';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { Initial } from '../../components/display/initials.tsx';
import { partOfDay, useFormat } from '../../lib/format/format.ts';
import { useInstitutionClock, useInstitutionDate } from '../../lib/format/institution-day.ts';
import { useMe } from '../../lib/session/me.queries.ts';
import { startPageOf } from '../../lib/session/permissions.ts';
import { useSessionState } from '../../lib/session/session.ts';
import classes from './dashboard.module.css';

interface DashboardHeaderProps {
  readonly isRefreshing: boolean;
  readonly onRefresh: () => void;
  /** What the account is limited to. */
  readonly note?: string;
  /** Figures and the main button of the role. */
  readonly children: ReactNode;
}

export function DashboardHeader({ isRefreshing, onRefresh, note, children }: DashboardHeaderProps) {
  const { t } = useTranslation(['dashboard', 'common']);
  const format = useFormat();
  const { user } = useSessionState();
  const me = useMe();
  const clock = useInstitutionClock();
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
        <h1>{t(`greeting.${partOfDay(clock.hour())}`, { name })}</h1>
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
        <Tooltip label={t('refresh')}>
          <ActionIcon variant="default" aria-label={t('refresh')} loading={isRefreshing} onClick={onRefresh}>
            <IconRefresh size={20} aria-hidden />
          </ActionIcon>
        </Tooltip>
      </div>
    </header>
  );
}
