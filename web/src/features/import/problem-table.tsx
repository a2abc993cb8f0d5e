import { Table } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import { useFormat } from '../../lib/use-format.ts';
import classes from './import.module.css';
import type { Field, ImportResult } from './import.queries.ts';

interface ProblemTableProps {
  readonly problems: ImportResult['problems'];
  readonly total: number;
}

export function ProblemTable({ problems, total }: ProblemTableProps) {
  const { t } = useTranslation('imports');
  const format = useFormat();
  return (
    <div className={classes.tall}>
      <Table aria-label={t('policy.label')} stickyHeader>
        <Table.Thead>
          <Table.Tr>
            <Table.Th>{t('row')}</Table.Th>
            <Table.Th>{t('field')}</Table.Th>
            <Table.Th>{t('problem')}</Table.Th>
          </Table.Tr>
        </Table.Thead>
        <Table.Tbody>
          {problems.map(({ row, field, code }) => (
            <Table.Tr key={`${row}-${code}`}>
              <Table.Td>{format.number(row)}</Table.Td>
              <Table.Td>
                {t(`fields.${field as Field}`) /* the server names the fields of this import */}
              </Table.Td>
              <Table.Td>{t(`problems.${code}`)}</Table.Td>
            </Table.Tr>
          ))}
        </Table.Tbody>
      </Table>
      {total > problems.length ? (
        <p className={classes.hint}>{t('firstShown', { number: format.number(problems.length) })}</p>
      ) : null}
    </div>
  );
}
