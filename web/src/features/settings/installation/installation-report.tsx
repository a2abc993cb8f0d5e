import { Button, Skeleton, Stack } from '@mantine/core';
import { IconFileTypePdf } from '@tabler/icons-react';
import { useTranslation } from 'react-i18next';
import { LoadError } from '../../../components/feedback/load-error.tsx';
import { Card } from '../../../components/layout/card.tsx';
import { useFormat } from '../../../lib/format/format.ts';
import { ChoicesCard } from './choices-card.tsx';
import classes from './installation.module.css';
import { type Installation, useInstallation, useInstallationSheet } from './installation.queries.ts';
import { PairsCard } from './pairs-card.tsx';
import { perThousand } from './rates.ts';
import { RefusalsCard } from './refusals-card.tsx';
import { RenewalsCard } from './renewals-card.tsx';
import { ScoresCard } from './scores-card.tsx';
import { TrialsCard } from './trials-card.tsx';

/** How good this installation is, from its own people and their check-ins. */
export function InstallationReport() {
  const { t } = useTranslation('installation');
  const query = useInstallation();
  const sheet = useInstallationSheet();
  const { data } = query;
  return (
    <Stack gap="md">
      <Card
        title={t('title')}
        hint={t('hint')}
        actions={
          <Button
            variant="default"
            leftSection={<IconFileTypePdf size={18} aria-hidden />}
            loading={sheet.isPending}
            onClick={() => sheet.mutate()}
          >
            {t('sheet.make')}
          </Button>
        }
      >
        {query.isPending ? <Skeleton height={120} radius={8} aria-label={t('loading')} /> : null}
        {query.isError && !data ? (
          <LoadError error={query.error} onRetry={() => void query.refetch()} />
        ) : null}
        {data ? <Summary report={data} /> : null}
        <p className={classes.note}>{t('sheet.hint')}</p>
      </Card>
      {data ? (
        <>
          <ScoresCard report={data} />
          <ChoicesCard report={data} />
          <PairsCard pairs={data.closest} />
          <RefusalsCard report={data} />
          <RenewalsCard renewals={data.renewals} />
          <TrialsCard trials={data.trials} />
        </>
      ) : null}
    </Stack>
  );
}

function Summary({ report }: { report: Installation }) {
  const { t } = useTranslation('installation');
  const format = useFormat();
  const present = report.choices.find(({ ages }) => ages === report.ages);
  const figures = [
    { label: t('figures.people'), value: format.number(report.people) },
    { label: t('figures.checkIns'), value: format.number(report.accepted.count) },
    {
      label: t('figures.wrongNames'),
      value: present && present.wrong_names.trials > 0 ? perThousand(present.wrong_names, format, t) : '–',
    },
    { label: t('figures.corrected'), value: format.number(report.corrected) },
  ];
  return (
    <>
      <dl className={classes.figures}>
        {figures.map(({ label, value }) => (
          <div key={label}>
            <dt>{label}</dt>
            <dd>{value}</dd>
          </div>
        ))}
      </dl>
      {report.surveyed < report.people ? (
        <p className={classes.note}>
          {t('sampled', { count: report.surveyed, surveyed: format.number(report.surveyed) })}
        </p>
      ) : null}
      {report.has_cohort ? null : <p className={classes.note}>{t('noCohort')}</p>}
    </>
  );
}
