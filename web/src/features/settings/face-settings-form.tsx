import { Button, Group, Radio, Skeleton, Stack } from '@mantine/core';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Card } from '../../components/card.tsx';
import { LoadError } from '../../components/load-error.tsx';
import { type FaceSettings, useFaceSettings, useSaveFaceSettings } from './face-settings.queries.ts';
import { FaceStatus } from './face-status.tsx';

const POLICIES = ['off', 'passive', 'step-up', 'always'] as const;

export function FaceSettingsCard({ onPerson }: { onPerson: (id: string) => void }) {
  const { t } = useTranslation('privacy');
  const query = useFaceSettings();
  return (
    <Card title={t('faces.title')} hint={t('faces.hint')}>
      {query.isPending ? <Skeleton height={300} radius={8} /> : null}
      {query.isError && !query.data ? (
        <LoadError error={query.error} onRetry={() => void query.refetch()} />
      ) : null}
      {query.data ? <FaceSettingsForm saved={query.data} /> : null}
      <FaceStatus onPerson={onPerson} />
    </Card>
  );
}

function FaceSettingsForm({ saved }: { saved: FaceSettings }) {
  const { t } = useTranslation('privacy');
  const save = useSaveFaceSettings();
  const [liveness, setLiveness] = useState(saved.liveness);
  return (
    <form
      onSubmit={(event) => {
        event.preventDefault();
        save.mutate({ liveness });
      }}
    >
      <Radio.Group
        label={t('faces.liveness')}
        value={liveness}
        onChange={(value) => {
          const policy = POLICIES.find((each) => each === value);
          if (policy) setLiveness(policy);
        }}
      >
        <Stack gap="sm" mt="xs">
          {POLICIES.map((policy) => (
            <Radio
              key={policy}
              value={policy}
              label={t(`faces.policies.${policy}`)}
              description={t(`faces.policyHints.${policy}`)}
            />
          ))}
        </Stack>
      </Radio.Group>
      <Group justify="flex-end" mt="md">
        <Button type="submit" variant="light" loading={save.isPending}>
          {t('faces.save')}
        </Button>
      </Group>
    </form>
  );
}
