import { Button, Stack } from '@mantine/core';
import { IconUserPlus } from '@tabler/icons-react';
import { useNavigate } from '@tanstack/react-router';
import { useTranslation } from 'react-i18next';
import { Card } from '../../components/card.tsx';
import { StatCard, StatGrid } from '../../components/stat-card.tsx';
import { useHeadcount } from '../../features/people/people.queries.ts';
import { UsersTable } from '../../features/people/users-table.tsx';
import type { PeopleSearch } from '../../lib/search-params.ts';
import { useFormat } from '../../lib/use-format.ts';
import type { Registering } from '../register-person.tsx';

interface ManageUsersTabProps {
  readonly search: PeopleSearch;
  readonly onSearch: (change: PeopleSearch) => void;
  readonly onRegister: (state: Registering) => void;
}

export function ManageUsersTab({ search, onSearch, onRegister }: ManageUsersTabProps) {
  const { t } = useTranslation(['people', 'admin']);
  const format = useFormat();
  const navigate = useNavigate();
  const { data } = useHeadcount();
  return (
    <Stack gap="md">
      <StatGrid>
        <StatCard label={t('students')} value={data ? format.number(data.students) : '–'} />
        <StatCard label={t('employees')} value={data ? format.number(data.employees) : '–'} />
      </StatGrid>
      <Card
        title={t('title')}
        actions={
          <Button
            size="xs"
            variant="light"
            leftSection={<IconUserPlus size={16} aria-hidden />}
            onClick={() => onRegister('new')}
          >
            {t('admin:register.action')}
          </Button>
        }
      >
        <UsersTable
          search={search}
          onSearch={onSearch}
          onAdd={() => onRegister('new')}
          onCapture={(user) => onRegister({ id: user.id, name: user.name })}
          onProfile={(user) => void navigate({ to: '/profile/$id', params: { id: user.id } })}
        />
      </Card>
    </Stack>
  );
}
