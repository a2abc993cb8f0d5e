import { Button, Table } from '@mantine/core';
import { IconPrinter } from '@tabler/icons-react';
import { useEffect } from 'react';
import { useTranslation } from 'react-i18next';
import { Card } from '../../components/card.tsx';
import { usePublicSettings } from '../../lib/public-settings.queries.ts';
import classes from './import.module.css';
import type { GivenPassword } from './import.queries.ts';

/** Nobody can read these again, so the browser asks before the page is left. */
export function PasswordSheet({ passwords }: { passwords: readonly GivenPassword[] }) {
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
      <div className={classes.sheet}>
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
