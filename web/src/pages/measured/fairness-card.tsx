import { Code, Table } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import { Card } from '../../components/layout/card.tsx';
import { useFormat } from '../../lib/format/format.ts';
import classes from './measured.module.css';

/** Two digits: more are not known. */
const rounded = (value: number): number => Number(value.toPrecision(2));

/** How often people of one age, sex or group are taken for another, and how often they are refused. */
export function FairnessCard() {
  const { t } = useTranslation('measured');
  const format = useFormat();
  const { fairness } = __BENCH_FIGURES__;
  /** One in so many; an interval that ends at none has no such number. */
  const odds = (rate: number) =>
    rate > 0 ? t('fairness.odds', { odds: format.number(rounded(1 / rate)) }) : '';
  const falseMatches = ({ rate, high }: MeasuredShare) =>
    rate > 0 ? odds(rate) : t('fairness.none', { odds: odds(high) });
  const between = ({ rate, low, high }: MeasuredShare) =>
    rate > 0 && low > 0 ? t('fairness.between', { from: odds(high), to: odds(low) }) : '';
  return (
    <Card title={t('fairness.title')}>
      <p className={classes.body}>{t('fairness.text')}</p>
      {fairness ? (
        <Table.ScrollContainer minWidth={560}>
          <Table className={classes.table} aria-label={t('fairness.caption')}>
            <Table.Thead>
              <Table.Tr>
                <Table.Th scope="col">{t('fairness.who')}</Table.Th>
                <Table.Th scope="col">{t('fairness.falseMatches')}</Table.Th>
                <Table.Th scope="col">{t('fairness.before')}</Table.Th>
                <Table.Th scope="col">{t('fairness.misses')}</Table.Th>
              </Table.Tr>
            </Table.Thead>
            <Table.Tbody>
              {fairness.rows.map((row) => (
                <Table.Tr key={row.row}>
                  <Table.Th scope="row">
                    {t(`fairness.rows.${row.row}`)}
                    <small>
                      {t('fairness.people', { count: row.people, people: format.number(row.people) })}
                    </small>
                  </Table.Th>
                  <Table.Td>
                    {falseMatches(row.falseMatches)}
                    <small>{between(row.falseMatches)}</small>
                  </Table.Td>
                  <Table.Td>{falseMatches(row.falseMatchesBefore)}</Table.Td>
                  <Table.Td>
                    {row.misses ? format.percent(100 * row.misses.rate) : t('fairness.unknown')}
                  </Table.Td>
                </Table.Tr>
              ))}
            </Table.Tbody>
          </Table>
        </Table.ScrollContainer>
      ) : (
        <p>{t('none')}</p>
      )}
      <p className={classes.body}>{t('fairness.limits')}</p>
      <dl className={classes.facts}>
        {fairness ? (
          <div>
            <dt>{t('day')}</dt>
            <dd>{format.date(fairness.day)}</dd>
          </div>
        ) : null}
        <div>
          <dt>{t('command')}</dt>
          <dd>
            <Code px={0}>npm run bench:fairness</Code>
          </dd>
        </div>
      </dl>
    </Card>
  );
}
