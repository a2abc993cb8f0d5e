import {
  Alert,
  Button,
  Group,
  NumberInput,
  SimpleGrid,
  Skeleton,
  Stack,
  Switch,
  Textarea,
  TextInput,
} from '@mantine/core';
import { PRIVACY_LIMITS } from '@rollcall/core/privacy/privacy.rules';
import { IconInfoCircle } from '@tabler/icons-react';
import { useTranslation } from 'react-i18next';
import { LoadError } from '../../components/feedback/load-error.tsx';
import { Card } from '../../components/layout/card.tsx';
import { useFormat } from '../../lib/format/format.ts';
import { useSavedForm } from '../../lib/saved-form.ts';
import classes from './privacy.module.css';
import {
  type PrivacyValues,
  usePreviewRetention,
  usePrivacySettings,
  useSavePrivacySettings,
} from './privacy.queries.ts';
import { RetentionRuns } from './retention-runs.tsx';

export function PrivacySettingsCard() {
  const { t } = useTranslation('privacy');
  const query = usePrivacySettings();
  return (
    <Card title={t('settings.title')} hint={t('settings.hint')}>
      {query.isPending ? <Skeleton height={420} radius={8} /> : null}
      {query.isError && !query.data ? (
        <LoadError error={query.error} onRetry={() => void query.refetch()} />
      ) : null}
      {query.data ? <PrivacySettingsForm saved={query.data} /> : null}
      <RetentionRuns />
    </Card>
  );
}

const { unusedDaysMin, unusedDaysMax, yearsMax } = PRIVACY_LIMITS;

const LIMITS = {
  templates_unused_days: [unusedDaysMin, unusedDaysMax],
  attendance_years: [1, yearsMax],
  audit_years: [1, yearsMax],
} as const;

const RULES = [
  ['templates_unused_days', 'faces'],
  ['attendance_years', 'attendance'],
  ['audit_years', 'audit'],
] as const;

/** Whether a rule removes more than the saved one. */
const isShorter = (values: PrivacyValues, saved: PrivacyValues): boolean =>
  RULES.some(([field]) => {
    const [wanted, before] = [values[field], saved[field]];
    return wanted !== null && (before === null || wanted < before);
  });

const isEmpty = (count: object): boolean => Object.values(count).every((rows) => rows === 0);

function PrivacySettingsForm({ saved }: { saved: PrivacyValues }) {
  const { t } = useTranslation('privacy');
  const save = useSavePrivacySettings();
  const preview = usePreviewRetention();
  const needed = (value: string) => (value.trim() ? null : t('settings.missing'));
  const within =
    ([min, max]: readonly [number, number]) =>
    (value: number | null) =>
      value === null || (Number.isInteger(value) && value >= min && value <= max)
        ? null
        : t('settings.range', { min, max });
  const form = useSavedForm<PrivacyValues>(saved, {
    validate: {
      consent_version: needed,
      consent_text: needed,
      templates_unused_days: within(LIMITS.templates_unused_days),
      attendance_years: within(LIMITS.attendance_years),
      audit_years: within(LIMITS.audit_years),
    },
    onValuesChange: () => preview.reset(),
  });
  /** A shorter rule is saved only after its preview was shown. */
  const submit = async (values: PrivacyValues) => {
    if (isShorter(values, saved) && !preview.data) {
      const count = await preview.mutateAsync(values).catch(() => null); // the preview reports its own failure
      if (!count || !isEmpty(count)) return;
    }
    save.mutate(values, { onSuccess: () => form.resetDirty(values) });
  };
  return (
    <form onSubmit={form.onSubmit((values) => void submit(values))} noValidate>
      <Stack gap="md">
        <Switch
          size="md"
          label={t('settings.required')}
          description={t('settings.requiredHint')}
          {...form.getInputProps('consent_required', { type: 'checkbox' })}
        />
        <Textarea
          label={t('settings.text')}
          autosize
          minRows={3}
          maxRows={12}
          maxLength={20_000}
          {...form.getInputProps('consent_text')}
        />
        <TextInput
          label={t('settings.version')}
          description={t('settings.versionHint')}
          maxLength={40}
          {...form.getInputProps('consent_version')}
        />
        <fieldset className={classes.rules}>
          <legend>{t('settings.retention')}</legend>
          <p className={classes.hint}>{t('settings.retentionHint')}</p>
          <SimpleGrid cols={{ base: 1, sm: 3, md: 1 }} spacing="md">
            {RULES.map(([field, name]) => (
              <NumberInput
                key={field}
                label={t(`settings.${name}`)}
                placeholder={t('settings.forever')}
                allowDecimal={false}
                clampBehavior="none"
                value={form.getValues()[field] ?? ''}
                error={form.errors[field]}
                onChange={(value) => form.setFieldValue(field, value === '' ? null : Number(value))}
              />
            ))}
          </SimpleGrid>
        </fieldset>
        {preview.data ? <Preview count={preview.data} /> : null}
        <Group justify="flex-end">
          <Button
            variant="default"
            loading={preview.isPending}
            onClick={() => {
              if (!form.validate().hasErrors) preview.mutate(form.getValues());
            }}
          >
            {t('settings.preview')}
          </Button>
          <Button type="submit" loading={save.isPending}>
            {t('settings.save')}
          </Button>
        </Group>
      </Stack>
    </form>
  );
}

function Preview({ count }: { count: NonNullable<ReturnType<typeof usePreviewRetention>['data']> }) {
  const { t } = useTranslation('privacy');
  const format = useFormat();
  const isNothing = isEmpty(count);
  return (
    <Alert color="gray" role="status" icon={<IconInfoCircle size={20} aria-hidden />}>
      {isNothing
        ? t('settings.previewNone')
        : t('settings.previewText', {
            faces: format.number(count.people_with_unused_faces),
            days: format.number(count.attendance_days),
            checkIns: format.number(count.check_ins),
            audit: format.number(count.audit_entries),
          })}
    </Alert>
  );
}
