import { Button, Group } from '@mantine/core';
import { IconFileImport, IconUserPlus } from '@tabler/icons-react';
import { useTranslation } from 'react-i18next';
import { Card } from '../../components/layout/card.tsx';
import { PageHead } from '../../components/layout/page.tsx';
import type { EnrolmentSubject } from '../../features/enrolment/enrolment.reducer.ts';
import { ImportPanel } from '../../features/import/import-panel.tsx';
import { useHeadcount } from '../../features/people/people.queries.ts';
import { UsersTable } from '../../features/people/users-table.tsx';
import { useFormat } from '../../lib/format/format.ts';
import { useMay } from '../../lib/session/me.queries.ts';
import type { AdminSearch } from '../page-search.ts';

interface PeoplePanelProps {
  readonly search: AdminSearch;
  readonly onSearch: (change: AdminSearch, replace?: boolean) => void;
  readonly onEnrol: (subject: EnrolmentSubject) => void;
  /** The page of its own, whose heading it is. */
  readonly isPage?: boolean;
}

/** Everybody in one table, with registration and import: the People page, and a tab of the pages for offices. */
export function PeoplePanel({ search, onSearch, onEnrol, isPage = false }: PeoplePanelProps) {
  const { t } = useTranslation(['people', 'admin', 'imports']);
  const format = useFormat();
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
  const totals = data
    ? `${t('students')}: ${format.number(data.students)} · ${t('employees')}: ${format.number(data.employees)}`
    : '–';
  const actions = (
    <Group gap="xs">
      {mayImport ? (
        <Button
          size={isPage ? 'sm' : 'xs'}
          variant="default"
          leftSection={<IconFileImport size={16} aria-hidden />}
          onClick={() => onSearch({ action: 'import' }, false)}
        >
          {t('imports:open')}
        </Button>
      ) : null}
      <Button
        size={isPage ? 'sm' : 'xs'}
        variant={isPage ? 'filled' : 'light'}
        leftSection={<IconUserPlus size={16} aria-hidden />}
        onClick={() => onEnrol('new')}
      >
        {t('admin:register.action')}
      </Button>
    </Group>
  );
  const table = (
    <UsersTable
      search={search}
      onSearch={onSearch}
      onAdd={() => onEnrol('new')}
      onCapture={(user) => onEnrol({ id: user.id, name: user.name })}
    />
  );
  if (!isPage)
    return (
      <Card title={t('title')} hint={totals} actions={actions}>
        {table}
      </Card>
    );
  return (
    <>
      <PageHead title={t('page')} text={totals}>
        {actions}
      </PageHead>
      <Card>{table}</Card>
    </>
  );
}
