import { Table } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import { LinkButton } from '../../../components/inputs/link-button.tsx';
import { Card } from '../../../components/layout/card.tsx';
import { useFormat } from '../../../lib/format/format.ts';
import classes from './installation.module.css';
import type { Installation } from './installation.queries.ts';
import { oneIn, perThousand } from './rates.ts';

/** What each choice of ages would do here, and whether the data speak for another one. */
export function ChoicesCard({ report }: { report: Installation }) {
  const { t } = useTranslation(['installation', 'privacy']);
  const { t: own } = useTranslation('installation');
  const format = useFormat();
  const { proposed, missing, choices, ages } = report;
  return (
    <Card title={t('choices.title')} hint={t('choices.hint')}>
      <Table.ScrollContainer minWidth={520}>
        <Table className={classes.table ?? ''} aria-label={t('choices.title')}>
          <Table.Thead>
            <Table.Tr>
              <Table.Th scope="col">{t('choices.choice')}</Table.Th>
              <Table.Th scope="col">{t('choices.wrongNames')}</Table.Th>
              <Table.Th scope="col">{t('choices.falseClaims')}</Table.Th>
              <Table.Th scope="col">{t('choices.kept')}</Table.Th>
            </Table.Tr>
          </Table.Thead>
          <Table.Tbody>
            {choices.map((choice) => (
              <Table.Tr key={choice.ages}>
                <Table.Th scope="row">
                  {t(`privacy:faces.bands.${choice.ages}`)}
                  {choice.ages === ages ? <small>{t('choices.inForce')}</small> : null}
                </Table.Th>
                <Table.Td>
                  {choice.wrong_names.trials > 0 ? perThousand(choice.wrong_names, format, own) : '–'}
                </Table.Td>
                <Table.Td>
                  {choice.false_claims.trials > 0 ? oneIn(choice.false_claims, format, own) : '–'}
                </Table.Td>
                <Table.Td>
                  {choice.kept.trials > 0
                    ? format.percent((100 * choice.kept.hits) / choice.kept.trials)
                    : '–'}
                </Table.Td>
              </Table.Tr>
            ))}
          </Table.Tbody>
        </Table>
      </Table.ScrollContainer>
      {proposed ? (
        <>
          <p className={classes.advice}>
            {t('choices.proposed', { choice: t(`privacy:faces.bands.${proposed}`) })}
          </p>
          <LinkButton to="/settings/$section" params={{ section: 'faces' }} variant="default">
            {t('choices.open')}
          </LinkButton>
        </>
      ) : null}
      {missing.people > 0 || missing.check_ins > 0 ? (
        <p className={classes.advice}>
          {t('choices.missing')}{' '}
          {missing.people > 0
            ? t('choices.missingPeople', { count: missing.people, people: format.number(missing.people) })
            : null}{' '}
          {missing.check_ins > 0
            ? t('choices.missingCheckIns', {
                count: missing.check_ins,
                checkIns: format.number(missing.check_ins),
              })
            : null}
        </p>
      ) : proposed === null ? (
        <p className={classes.advice}>{t('choices.keep')}</p>
      ) : null}
    </Card>
  );
}
