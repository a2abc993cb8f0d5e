import { Button, SimpleGrid, Stack } from '@mantine/core';
import { useNavigate } from '@tanstack/react-router';
import { useTranslation } from 'react-i18next';
import { Card } from '../../components/card.tsx';
import { StatCard, StatGrid } from '../../components/stat-card.tsx';
import { ActiveClasses } from '../../features/classes/active-classes.tsx';
import { ClassList } from '../../features/classes/class-list.tsx';
import { useAdminStats } from '../../features/dashboard/dashboard.queries.ts';
import { useNotices } from '../../features/notices/notices.queries.ts';
import { UsersTable } from '../../features/people/users-table.tsx';
import { PrivacySettingsCard } from '../../features/privacy/privacy-settings-card.tsx';
import { ClassConfigCard } from '../../features/settings/class-config-form.tsx';
import { FaceSettingsCard } from '../../features/settings/face-settings-form.tsx';
import { TimeSettingsCard } from '../../features/settings/time-settings-form.tsx';
import type { PeopleSearch } from '../../lib/search-params.ts';
import { useFormat } from '../../lib/use-format.ts';
import type { Registering } from '../register-person.tsx';

interface ManagementTabProps {
  readonly search: PeopleSearch;
  readonly onSearch: (change: PeopleSearch) => void;
  readonly onRegister: (state: Registering) => void;
}

export function ManagementTab({ search, onSearch, onRegister }: ManagementTabProps) {
  const { t } = useTranslation('management');
  const format = useFormat();
  const navigate = useNavigate();
  const stats = useAdminStats().data?.stats;
  const notices = useNotices().data;
  const take = (classId: number) =>
    void navigate({ to: '/admin', search: { class: classId, action: 'attendance' } });
  return (
    <Stack gap="md">
      <StatGrid>
        <StatCard label={t('counts.users')} value={stats ? format.number(stats.total_users) : '–'} />
        <StatCard label={t('counts.rate')} value={stats ? format.percent(stats.attendance_rate) : '–'} />
        <StatCard label={t('counts.notices')} value={notices ? format.number(notices.length) : '–'} />
      </StatGrid>
      <SimpleGrid cols={{ base: 1, md: 2 }} spacing="md">
        <ClassConfigCard />
        <TimeSettingsCard />
      </SimpleGrid>
      <ActiveClasses onTake={take} />
      <ClassList onTake={take} />
      <Card
        title={t('users')}
        actions={
          <Button size="xs" variant="light" onClick={() => onRegister('new')}>
            {t('register')}
          </Button>
        }
      >
        <UsersTable
          search={search}
          onSearch={onSearch}
          onAdd={() => onRegister('new')}
          onCapture={(user) => onRegister({ id: user.id, name: user.name })}
        />
      </Card>
      {/* Set once and rarely touched: below what is used every day. */}
      <SimpleGrid cols={{ base: 1, md: 2 }} spacing="md">
        <PrivacySettingsCard />
        <FaceSettingsCard onPerson={(id) => void navigate({ to: '/profile/$id', params: { id } })} />
      </SimpleGrid>
    </Stack>
  );
}
