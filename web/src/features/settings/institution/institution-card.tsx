import { Button, ColorInput, Group, Skeleton, Stack, Text, TextInput } from '@mantine/core';
import { useId } from 'react';
import { useTranslation } from 'react-i18next';
import { LoadError } from '../../../components/feedback/load-error.tsx';
import { FilePicker } from '../../../components/inputs/file-picker.tsx';
import { KindCards } from '../../../components/inputs/kind-cards.tsx';
import { Card } from '../../../components/layout/card.tsx';
import { InstitutionLogo } from '../../../components/layout/institution-logo.tsx';
import { fieldTexts } from '../../../lib/api/api-error.ts';
import { asDataUrl } from '../../../lib/data-url.ts';
import { useSavedForm } from '../../../lib/saved-form.ts';
import { type InstitutionValues, useInstitution, useInstitutionChanges } from './institution.queries.ts';
import { TimeZoneForm } from './time-zone-form.tsx';

/** Name, kind, colour, logo and time zone of the institution. */
export function InstitutionCard() {
  const { t } = useTranslation('management');
  const query = useInstitution();
  return (
    <Card title={t('institution.title')} hint={t('institution.hint')}>
      {query.isPending ? <Skeleton height={320} radius={8} /> : null}
      {query.isError && !query.data ? (
        <LoadError error={query.error} onRetry={() => void query.refetch()} />
      ) : null}
      {query.data ? (
        <Stack gap="lg">
          <LookForm saved={query.data} />
          <LogoPart logo={query.data.logo} />
          <TimeZoneForm saved={query.data} />
        </Stack>
      ) : null}
    </Card>
  );
}

function LookForm({ saved }: { saved: InstitutionValues }) {
  const { t, i18n } = useTranslation('management');
  const { save } = useInstitutionChanges();
  const form = useSavedForm(
    {
      name: saved.name,
      kind: saved.kind,
      colour: saved.colour ?? '',
      support_email: saved.support_email ?? '',
    },
    { validate: { name: (value) => (value.trim() ? null : t('institution.missingName')) } },
  );
  const submit = form.onSubmit((values) =>
    save.mutate(
      { ...values, colour: values.colour === '' ? null : values.colour },
      {
        onSuccess: () => form.resetDirty(values),
        onError: (error) => form.setErrors(fieldTexts(error, i18n)),
      },
    ),
  );
  return (
    <form onSubmit={submit} noValidate>
      <Stack gap="md">
        <TextInput label={t('institution.name')} maxLength={200} {...form.getInputProps('name')} />
        <KindCards value={form.values.kind} onChange={(kind) => form.setFieldValue('kind', kind)} />
        <TextInput
          type="email"
          label={t('institution.support')}
          description={t('institution.supportHint')}
          maxLength={254}
          {...form.getInputProps('support_email')}
        />
        <ColorInput
          label={t('institution.colour')}
          description={t('institution.colourHint')}
          placeholder="#0f766e"
          // The browser's eye dropper would be a button without a name.
          withEyeDropper={false}
          {...form.getInputProps('colour')}
        />
        <Group justify="flex-end">
          <Button type="submit" loading={save.isPending}>
            {t('institution.save')}
          </Button>
        </Group>
      </Stack>
    </form>
  );
}

function LogoPart({ logo }: { logo: string | null }) {
  const { t } = useTranslation('management');
  const { saveLogo, removeLogo } = useInstitutionChanges();
  const headingId = useId();
  return (
    <Stack gap="sm" component="section" aria-labelledby={headingId}>
      <Text id={headingId} fw={550}>
        {t('institution.logo')}
      </Text>
      <Group gap="md">
        <InstitutionLogo size={56} />
        {logo ? (
          <Button
            variant="subtle"
            color="red"
            loading={removeLogo.isPending}
            onClick={() => removeLogo.mutate()}
          >
            {t('institution.removeLogo')}
          </Button>
        ) : (
          <Text fz={13} c="dimmed" flex={1}>
            {t('institution.noLogo')}
          </Text>
        )}
      </Group>
      <FilePicker
        label={t('institution.chooseLogo')}
        hint={t('institution.logoHint')}
        accept="image/png,image/jpeg,image/webp"
        onFile={(file) => void asDataUrl(file).then((image) => saveLogo.mutate(image))}
      />
    </Stack>
  );
}
