import { Button, Group, Select, Skeleton, Stack } from '@mantine/core';
import { EVIDENCE_DEMANDS } from '@rollcall/core/attendance/evidence/evidence.types';
import { REGISTRABLE_KINDS } from '@rollcall/core/people/people.types';
import { useTranslation } from 'react-i18next';
import { LoadError } from '../../../components/feedback/load-error.tsx';
import { Card } from '../../../components/layout/card.tsx';
import { useSavedForm } from '../../../lib/saved-form.ts';
import { ClassDemands } from './class-demands.tsx';
import { toDemand } from './demands.ts';
import { type EvidenceSettings, useEvidenceSettings, useSaveDemands } from './evidence.queries.ts';
import classes from './evidence-card.module.css';
import { NetworkList } from './network-list.tsx';

/** What a check-in must show besides a face, by kind of person, and the networks that count as the place. */
export function EvidenceCard() {
  const { t } = useTranslation('privacy');
  const query = useEvidenceSettings();
  return (
    <Card title={t('evidence.title')} hint={t('evidence.hint')}>
      {query.isPending ? <Skeleton height={320} radius={8} /> : null}
      {query.isError && !query.data ? (
        <LoadError error={query.error} onRetry={() => void query.refetch()} />
      ) : null}
      {query.data ? (
        <>
          <DemandForm saved={query.data.demands} />
          <ClassDemands settings={query.data} />
          <NetworkList settings={query.data} />
        </>
      ) : null}
    </Card>
  );
}

function DemandForm({ saved }: { saved: EvidenceSettings['demands'] }) {
  const { t } = useTranslation(['privacy', 'common']);
  const save = useSaveDemands();
  const form = useSavedForm<EvidenceSettings['demands']>(saved);
  const demands = form.values;
  const weak = REGISTRABLE_KINDS.some((kind) => demands[kind] === 'device');
  return (
    <form
      onSubmit={(event) => {
        event.preventDefault();
        save.mutate(demands, { onSuccess: () => form.resetDirty(demands) });
      }}
    >
      <Stack gap="sm">
        {REGISTRABLE_KINDS.map((kind) => (
          <Select
            key={kind}
            label={t(`common:types.${kind}`)}
            description={t(`evidence.demandHints.${demands[kind]}`)}
            data={EVIDENCE_DEMANDS.map((value) => ({
              value,
              label: t(`evidence.demands.${value}`),
            }))}
            value={demands[kind]}
            allowDeselect={false}
            onChange={(value) => {
              const demand = toDemand(value);
              if (demand) form.setValues({ [kind]: demand });
            }}
          />
        ))}
      </Stack>
      {weak ? <p className={classes.note}>{t('evidence.weak')}</p> : null}
      <Group justify="flex-end" mt="md">
        <Button type="submit" loading={save.isPending}>
          {t('evidence.save')}
        </Button>
      </Group>
    </form>
  );
}
