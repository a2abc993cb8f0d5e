import { Button, Group, Radio, Skeleton, Stack } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import { PersonLink } from '../../components/display/person-link.tsx';
import { LoadError } from '../../components/feedback/load-error.tsx';
import { Card } from '../../components/layout/card.tsx';
import { errorText } from '../../lib/api/api-error.ts';
import { useFormat } from '../../lib/format/format.ts';
import { useSavedForm } from '../../lib/saved-form.ts';
import classes from './face-settings-card.module.css';
import {
  type FaceSettings,
  useFaceSettings,
  useFaceStatus,
  useSaveFaceSettings,
} from './settings.queries.ts';

const AGES = ['adults', 'from_12', 'under_12'] as const;
const POLICIES = ['off', 'step-up', 'always'] as const;

export function FaceSettingsCard() {
  const { t } = useTranslation('privacy');
  const query = useFaceSettings();
  return (
    <Card title={t('faces.title')} hint={t('faces.hint')}>
      {query.isPending ? <Skeleton height={300} radius={8} /> : null}
      {query.isError && !query.data ? (
        <LoadError error={query.error} onRetry={() => void query.refetch()} />
      ) : null}
      {query.data ? <FaceSettingsForm saved={query.data} /> : null}
      <FaceStatus />
    </Card>
  );
}

function FaceSettingsForm({ saved }: { saved: FaceSettings }) {
  const { t } = useTranslation('privacy');
  const save = useSaveFaceSettings();
  const form = useSavedForm<FaceSettings>(saved);
  const { liveness, ages } = form.values;
  return (
    <form
      onSubmit={(event) => {
        event.preventDefault();
        save.mutate({ liveness, ages }, { onSuccess: () => form.resetDirty(form.values) });
      }}
    >
      <Radio.Group
        label={t('faces.liveness')}
        value={liveness}
        onChange={(value) => {
          const policy = POLICIES.find((each) => each === value);
          if (policy) form.setFieldValue('liveness', policy);
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
      <Radio.Group
        mt="lg"
        label={t('faces.ages')}
        description={t('faces.agesHint')}
        value={ages}
        onChange={(value) => {
          const band = AGES.find((each) => each === value);
          if (band) form.setFieldValue('ages', band);
        }}
      >
        <Stack gap="sm" mt="xs">
          {AGES.map((band) => (
            <Radio
              key={band}
              value={band}
              label={t(`faces.bands.${band}`)}
              description={<AgesPrice band={band} />}
            />
          ))}
        </Stack>
      </Radio.Group>
      <p className={classes.limit}>{t('faces.underFive')}</p>
      <Group justify="flex-end" mt="md">
        <Button type="submit" loading={save.isPending}>
          {t('faces.save')}
        </Button>
      </Group>
    </form>
  );
}

/** What was measured for a choice: who passes as somebody else, and who is refused. */
function AgesPrice({ band }: { band: FaceSettings['ages'] }) {
  const { t } = useTranslation('privacy');
  const format = useFormat();
  const price = __BENCH_FIGURES__.ages?.[band];
  if (!price) return t(`faces.bandHints.${band}`);
  const { falseMatches, misses } = price;
  const odds = falseMatches > 0 ? format.number(roundOdds(1 / falseMatches)) : null;
  return [
    t(`faces.bandHints.${band}`),
    odds ? t('faces.agesOdds', { odds }) : '',
    t('faces.agesMisses', { misses: format.percent(100 * misses) }),
  ].join(' ');
}

/** Two digits: more are not known. */
const roundOdds = (odds: number): number => Number(odds.toPrecision(2));

interface PersonListProps {
  readonly people: readonly { readonly id: string; readonly name: string }[];
}

function PersonList({ people }: PersonListProps) {
  return (
    <ul>
      {people.map(({ id, name }) => (
        <li key={id}>
          <PersonLink id={id}>{name}</PersonLink>
        </li>
      ))}
    </ul>
  );
}

/** The face model and master key in use, and the people whose templates another model made. */
function FaceStatus() {
  const { t, i18n } = useTranslation('privacy');
  const format = useFormat();
  const query = useFaceStatus();
  if (query.isPending) return <Skeleton height={60} radius={8} mt="md" />;
  if (query.isLoadingError)
    return <p className={classes.note}>{errorText(query.error, i18n, t('faces.failed'))}</p>;
  const { model, people, templates, must_enrol_again, unreadable, loaded, master_key } = query.data;
  const { state, id, expected } = master_key;
  const facts = [
    [t('faces.enrolled'), format.number(people)],
    [t('faces.templates'), format.number(templates)],
    [t('faces.model'), model ?? t('faces.noModel')],
    [t('faces.masterKey'), id ?? t('faces.noKey')],
  ] as const;
  return (
    <div className={classes.status}>
      <dl>
        {facts.map(([label, value]) => (
          <div key={label}>
            <dt>{label}</dt>
            <dd>{value}</dd>
          </div>
        ))}
      </dl>
      {state !== 'ok' && (
        <p className={classes.problem} role="alert">
          {t(`faces.keyProblem.${state}`, { id: id ?? '', expected: expected ?? '' })}
        </p>
      )}
      {!loaded && <p className={classes.note}>{t('faces.reading')}</p>}
      {unreadable.length > 0 && (
        <>
          <strong>{t('faces.unreadable', { count: unreadable.length })}</strong>
          <p className={classes.note}>{t('faces.unreadableText')}</p>
          <PersonList people={unreadable} />
        </>
      )}
      {must_enrol_again.length === 0 ? (
        <p className={classes.note}>{t('faces.nobodyAgain')}</p>
      ) : (
        <>
          <strong>{t('faces.again', { count: must_enrol_again.length })}</strong>
          <p className={classes.note}>{t('faces.againText')}</p>
          <PersonList people={must_enrol_again} />
        </>
      )}
    </div>
  );
}
