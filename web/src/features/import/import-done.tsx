import { Button, Stack, Table } from '@mantine/core';
import { IconPrinter } from '@tabler/icons-react';
import { useEffect } from 'react';
import { useTranslation } from 'react-i18next';
import { DoneNote } from '../../components/feedback/progress.tsx';
import { Card } from '../../components/layout/card.tsx';
import { usePublicSettings } from '../../lib/api/public-settings.queries.ts';
import classes from './import.module.css';
import type { GeneratedPassword, ImportResult, TableKind } from './import.queries.ts';

interface ImportDoneProps {
  readonly kind: TableKind;
  readonly result: ImportResult;
  readonly onUsers: () => void;
}

export function ImportDone({ kind, result, onUsers }: ImportDoneProps) {
  const { t } = useTranslation('imports');
  const { rows, imported, passwords } = result;
  return (
    <Stack gap="md">
      <Card className="rc-no-print">
        <DoneNote
          title={t('done', { count: imported })}
          text={rows > imported ? t('left', { count: rows - imported }) : undefined}
        >
          {kind === 'people' ? (
            <Button variant={passwords.length > 0 ? 'default' : 'filled'} onClick={onUsers}>
              {t('toUsers')}
            </Button>
          ) : null}
        </DoneNote>
      </Card>
      {passwords.length > 0 ? <PasswordList passwords={passwords} /> : null}
    </Stack>
  );
}

/** Generated passwords, to be printed. They cannot be shown again, so the browser asks before leaving the page. */
function PasswordList({ passwords }: { passwords: readonly GeneratedPassword[] }) {
  const { t } = useTranslation(['imports', 'common']);
  const { institution_name } = usePublicSettings();
  useEffect(() => {
    const ask = (event: BeforeUnloadEvent) => event.preventDefault();
    window.addEventListener('beforeunload', ask);
    return () => window.removeEventListener('beforeunload', ask);
  }, []);
  return (
    <Card
      title={`${institution_name}: ${t('sheet.title')}`}
      hint={<span className="rc-no-print">{t('sheet.once')}</span>}
      actions={
        <Button
          className="rc-no-print"
          leftSection={<IconPrinter size={18} aria-hidden />}
          onClick={() => print()}
        >
          {t('sheet.print')}
        </Button>
      }
    >
      <div className={classes.passwordList}>
        <Table aria-label={t('sheet.title')}>
          <Table.Thead>
            <Table.Tr>
              <Table.Th>{t('fields.name')}</Table.Th>
              <Table.Th>{t('fields.class_section')}</Table.Th>
              <Table.Th>{t('fields.username')}</Table.Th>
              <Table.Th>{t('sheet.password')}</Table.Th>
            </Table.Tr>
          </Table.Thead>
          <Table.Tbody>
            {passwords.map(({ id, name, class_section, username, password }) => (
              <Table.Tr key={id}>
                <Table.Td>{name}</Table.Td>
                <Table.Td>{class_section ?? t('common:states.none')}</Table.Td>
                <Table.Td>{username}</Table.Td>
                <Table.Td>
                  <code>{password}</code>
                </Table.Td>
              </Table.Tr>
            ))}
          </Table.Tbody>
        </Table>
      </div>
    </Card>
  );
}
