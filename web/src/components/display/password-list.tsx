import { Button, Group, Table } from '@mantine/core';
import { IconFileSpreadsheet, IconScissors } from '@tabler/icons-react';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useOwnAddress } from '../../lib/api/own-address.ts';
import { type MadePassword, usePasswordSlips } from '../../lib/api/password-slips.queries.ts';
import { usePublicSettings } from '../../lib/api/public-settings.queries.ts';
import { csvBlob, downloadBlob } from '../../lib/download.ts';
import { useFormat } from '../../lib/format/format.ts';
import { useUnsaved } from '../../lib/unsaved.ts';
import { AddressToPrint } from '../inputs/address-to-print.tsx';
import { Card } from '../layout/card.tsx';
import { Pager } from './pager.tsx';
import classes from './password-list.module.css';

const PAGE_SIZE = 50;

/** New passwords with the files that hold them. They cannot be shown again, so leaving before a download asks. */
export function PasswordList({ passwords }: { passwords: readonly MadePassword[] }) {
  const { t } = useTranslation(['people', 'common']);
  const format = useFormat();
  const { institution_name } = usePublicSettings();
  const slips = usePasswordSlips();
  const [page, setPage] = useState(1);
  const [isKept, setKept] = useState(false);
  const { url, isHereOnly } = useOwnAddress();
  const [address, setAddress] = useState('');
  useUnsaved(!isKept, 'passwords');
  const pages = Math.ceil(passwords.length / PAGE_SIZE);
  const saveCsv = () => {
    const head = [t('columns.section'), t('columns.name'), t('columns.username'), t('slips.password')];
    const rows = passwords.map(({ name, class_section, username, password }) => [
      class_section,
      name,
      username,
      password,
    ]);
    downloadBlob(csvBlob({ head, rows }), `${t('slips.file')}.csv`);
    setKept(true);
  };
  return (
    <Card
      title={`${institution_name}: ${t('slips.title')}`}
      hint={t('slips.once')}
      actions={
        <Group gap="xs" className={classes.files ?? ''}>
          <Button
            leftSection={<IconScissors size={18} aria-hidden />}
            loading={slips.isPending}
            onClick={() =>
              slips.mutate(
                { passwords, site: address.trim() || url.host },
                { onSuccess: () => setKept(true) },
              )
            }
          >
            {t('slips.pdf')}
          </Button>
          <Button
            variant="default"
            leftSection={<IconFileSpreadsheet size={18} aria-hidden />}
            onClick={saveCsv}
          >
            {t('slips.csv')}
          </Button>
        </Group>
      }
    >
      {isHereOnly ? <AddressToPrint value={address} onChange={setAddress} /> : null}
      <div className={classes.list}>
        <Table aria-label={t('slips.title')}>
          <Table.Thead>
            <Table.Tr>
              <Table.Th>{t('columns.name')}</Table.Th>
              <Table.Th>{t('columns.section')}</Table.Th>
              <Table.Th>{t('columns.username')}</Table.Th>
              <Table.Th>{t('slips.password')}</Table.Th>
            </Table.Tr>
          </Table.Thead>
          <Table.Tbody>
            {passwords
              .slice((page - 1) * PAGE_SIZE, page * PAGE_SIZE)
              .map(({ id, name, class_section, username, password }) => (
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
      {pages > 1 ? (
        <div className={classes.foot}>
          <span>
            {t('shown', {
              from: format.number((page - 1) * PAGE_SIZE + 1),
              to: format.number(Math.min(page * PAGE_SIZE, passwords.length)),
              total: format.number(passwords.length),
            })}
          </span>
          <Pager pages={pages} page={page} onPage={setPage} />
        </div>
      ) : null}
    </Card>
  );
}
