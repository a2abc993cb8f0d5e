import { Button, Group, Stack } from '@mantine/core';
import { IconFileImport, IconUserPlus } from '@tabler/icons-react';
import { useNavigate } from '@tanstack/react-router';
import { useTranslation } from 'react-i18next';
import { StatCard, StatGrid } from '../../components/display/stat-card.tsx';
import { Card } from '../../components/layout/card.tsx';
import type { EnrolmentSubject } from '../../features/enrolment/enrolment.reducer.ts';
import { ImportPanel } from '../../features/import/import-panel.tsx';
import { useHeadcount } from '../../features/people/people.queries.ts';
import { UsersTable } from '../../features/people/users-table.tsx';
import { useFormat } from '../../lib/format/format.ts';
import { useMay } from '../../lib/session/me.queries.ts';
import type { AdminSearch } from '../page-search.ts';

interface ManageUsersTabProps {
  readonly search: AdminSearch;
  readonly onSearch: (change: AdminSearch, replace?: boolean) => void;
  readonly onEnrol: (subject: EnrolmentSubject) => void;
}

export function ManageUsersTab({ search, onSearch, onEnrol }: ManageUsersTabProps) {
  const { t } = useTranslation(['people', 'admin', 'imports']);
  const format = useFormat();
  const navigate = useNavigate();
  const { data } = useHeadcount();
  const mayImport = useMay('data.import');
  if (search.action === 'import' && mayImport) {
    return (
      <ImportPanel
        kind={search.what ?? 'people'}
        onKind={(what) => onSearch({ what: what === 'people' ? undefined : what })}
        onUsers={() => onSearch({ action: undefined, what: undefined }, false)}
      />
    );
  }
  return (
    <Stack gap="md">
      <StatGrid>
        <StatCard label={t('students')} value={data ? format.number(data.students) : '–'} />
        <StatCard label={t('employees')} value={data ? format.number(data.employees) : '–'} />
      </StatGrid>
      <Card
        title={t('title')}
        actions={
          <Group gap="xs">
            {mayImport ? (
              <Button
                size="xs"
                variant="default"
                leftSection={<IconFileImport size={16} aria-hidden />}
                onClick={() => onSearch({ action: 'import' }, false)}
              >
                {t('imports:open')}
              </Button>
            ) : null}
            <Button
              size="xs"
              variant="light"
              leftSection={<IconUserPlus size={16} aria-hidden />}
              onClick={() => onEnrol('new')}
            >
              {t('admin:register.action')}
            </Button>
          </Group>
        }
      >
        <UsersTable
          search={search}
          onSearch={onSearch}
          onAdd={() => onEnrol('new')}
          onCapture={(user) => onEnrol({ id: user.id, name: user.name })}
          onProfile={(user) => void navigate({ to: '/profile/$id', params: { id: user.id } })}
        />
      </Card>
    </Stack>
  );
}
