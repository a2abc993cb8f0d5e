import { Code, Table } from '@mantine/core';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { Card } from '../../components/layout/card.tsx';
import { useFormat } from '../../lib/format/format.ts';
import classes from './measured.module.css';

/** How many attacks with pictures in place of a camera pass, and how many people themselves. */
export function AttackCard() {
  const { t } = useTranslation('measured');
  const format = useFormat();
  const { attacks } = __BENCH_FIGURES__;
  const passed = ({ passed: count, tries }: AttackRow<string>) =>
    t('attacks.of', { passed: format.number(count), tries: format.number(tries) });
  const between = ({ low, high }: AttackRow<string>) =>
    t('attacks.between', { from: format.percent(100 * low), to: format.percent(100 * high) });
  function table<Name extends string>(
    caption: string,
    head: string,
    rows: readonly AttackRow<Name>[],
    nameOf: (name: Name) => string,
  ): ReactNode {
    return (
      <Table className={`${classes.table} ${classes.tries}`} aria-label={caption}>
        <Table.Thead>
          <Table.Tr>
            <Table.Th scope="col">{head}</Table.Th>
            <Table.Th scope="col">{caption}</Table.Th>
          </Table.Tr>
        </Table.Thead>
        <Table.Tbody>
          {rows.map((row) => (
            <Table.Tr key={row.row}>
              <Table.Th scope="row">{nameOf(row.row)}</Table.Th>
              <Table.Td>
                {passed(row)}
                <small>{between(row)}</small>
              </Table.Td>
            </Table.Tr>
          ))}
        </Table.Tbody>
      </Table>
    );
  }
  return (
    <Card title={t('attacks.title')}>
      <p className={classes.body}>{t('attacks.text')}</p>
      {attacks ? (
        <>
          {table(t('attacks.checkedIn'), t('attacks.attack'), attacks.rows, (name) =>
            t(`attacks.rows.${name}`),
          )}
          {table(t('attacks.elsewhere'), t('attacks.demand'), attacks.places, (name) =>
            t(`attacks.places.${name}`),
          )}
          {table(t('attacks.genuine'), t('attacks.policy'), attacks.genuine, (name) =>
            t(`attacks.policies.${name}`),
          )}
        </>
      ) : (
        <p>{t('none')}</p>
      )}
      <p className={classes.body}>{t('attacks.limits')}</p>
      <dl className={classes.facts}>
        {attacks ? (
          <div>
            <dt>{t('day')}</dt>
            <dd>{format.date(attacks.day)}</dd>
          </div>
        ) : null}
        <div>
          <dt>{t('command')}</dt>
          <dd>
            <Code px={0}>npm run bench:attack</Code>
          </dd>
        </div>
      </dl>
    </Card>
  );
}
