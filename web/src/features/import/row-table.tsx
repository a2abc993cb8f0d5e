import { Table } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import { useFormat } from '../../lib/format/format.ts';
import classes from './import.module.css';
import type { Field, ImportResult, TableKind } from './import.queries.ts';

type Problem = ImportResult['problems'][number];

/** The sentence of a problem, with the row that has the same value. */
export function useProblemText() {
  const { t } = useTranslation('imports');
  const format = useFormat();
  return ({ code, other_row }: Problem) =>
    other_row === null
      ? t(`problems.${code}`)
      : `${t(`problems.${code}`)} ${t('twin', { row: format.number(other_row) })}`;
}

interface RowTableProps {
  readonly kind: TableKind;
  readonly label: string;
  readonly problems: readonly Problem[];
  readonly total: number;
}

/** Rows of the file by line and name, with what is wrong with each. */
export function RowTable({ kind, label, problems, total }: RowTableProps) {
  const { t } = useTranslation('imports');
  const format = useFormat();
  const textOf = useProblemText();
  return (
    <div className={classes.tall}>
      <Table aria-label={label} stickyHeader>
        <Table.Thead>
          <Table.Tr>
            <Table.Th>{t('row')}</Table.Th>
            <Table.Th>{t(kind === 'people' ? 'fields.name' : 'fields.user_id')}</Table.Th>
            <Table.Th>{t('field')}</Table.Th>
            <Table.Th>{t('problem')}</Table.Th>
          </Table.Tr>
        </Table.Thead>
        <Table.Tbody>
          {problems.map((problem) => (
            <Table.Tr key={`${problem.row} ${problem.field} ${problem.code}`}>
              <Table.Td>{format.number(problem.row)}</Table.Td>
              <Table.Td>
                <bdi>{problem.name}</bdi>
              </Table.Td>
              <Table.Td>
                {t(`fields.${problem.field as Field}`) /* the server names fields of this import only */}
              </Table.Td>
              <Table.Td>{textOf(problem)}</Table.Td>
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

/** The rows that are imported without their address, which somebody else has. */
export function WithoutAddress({ result }: { result: ImportResult }) {
  const { t } = useTranslation('imports');
  const { warnings, warning_count } = result;
  if (warning_count === 0) return null;
  const title = t('withoutAddress', { count: warning_count });
  return (
    <div>
      <h3 className={classes.heading}>{title}</h3>
      <RowTable kind="people" label={title} problems={warnings} total={warning_count} />
    </div>
  );
}
