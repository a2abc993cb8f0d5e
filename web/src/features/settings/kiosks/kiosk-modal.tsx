import { Button, Checkbox, Group, Radio, Select, SimpleGrid, Stack, Switch, TextInput } from '@mantine/core';
import { type UseFormReturnType, useForm } from '@mantine/form';
import { KIOSK_LIMITS } from '@rollcall/core/attendance/kiosk/kiosk.rules';
import { KIOSK_DIRECTIONS, KIOSK_MEANS } from '@rollcall/core/attendance/kiosk/kiosk.types';
import type { i18n } from 'i18next';
import { useTranslation } from 'react-i18next';
import { ProblemNote } from '../../../components/feedback/problem-note.tsx';
import { FormModal } from '../../../components/layout/form-modal.tsx';
import { ApiError, errorText, fieldTexts } from '../../../lib/api/api-error.ts';
import { languageOf } from '../../../lib/i18n/i18n.ts';
import { LANGUAGES } from '../../../lib/i18n/languages.ts';
import { toast } from '../../../lib/toast.tsx';
import { KeepsPresentField } from './keeps-present-field.tsx';
import { FIELD_OF, inputOf, type KioskValues, STRANGERS, valuesOf } from './kiosk-form.ts';
import { KioskScopeFields } from './kiosk-scope-fields.tsx';
import classes from './kiosks.module.css';
import { type KioskListing, useSaveKiosk } from './kiosks.queries.ts';

interface KioskModalProps {
  /** Null for a new one. */
  readonly kiosk: KioskListing | null;
  readonly onSaved: (id: string) => void;
  readonly onClose: () => void;
}

/** Adds a kiosk or changes its settings. */
export function KioskModal({ kiosk, onSaved, onClose }: KioskModalProps) {
  const { t, i18n } = useTranslation(['kiosks', 'common']);
  const save = useSaveKiosk();
  const form = useForm<KioskValues>({
    mode: 'controlled',
    initialValues: valuesOf(kiosk, languageOf(i18n)),
    validate: {
      name: (name) => (name.trim() ? null : t('form.nameMissing')),
      kinds: (kinds, { scope }) => (scope === 'kinds' && kinds.length === 0 ? t('form.kindsMissing') : null),
      sections: (sections, { scope }) =>
        scope === 'sections' && sections.length === 0 ? t('form.sectionsMissing') : null,
      classId: (id, { scope }) => (scope === 'class' && id === null ? t('form.classMissing') : null),
      means: (means) => (means.length > 0 ? null : t('form.meansMissing')),
    },
  });
  const submit = form.onSubmit((values) =>
    save.mutate(
      { id: kiosk?.id ?? null, input: inputOf(values) },
      {
        onSuccess: (id) => {
          toast('success', t(kiosk ? 'saved' : 'added'));
          onSaved(id);
        },
        onError: (error) => form.setErrors(fieldErrors(error, errorText(error, i18n, t('failed')), i18n)),
      },
    ),
  );
  const isAtField = Object.keys(fieldErrors(save.error, '', i18n)).length > 0;
  return (
    <FormModal
      title={kiosk ? t('editNamed', { name: kiosk.name }) : t('add')}
      onClose={onClose}
      size="lg"
      isUnsaved={form.isDirty()}
    >
      <form onSubmit={submit} noValidate>
        <Stack gap="lg">
          <SimpleGrid cols={{ base: 1, xs: 2 }} spacing="md">
            <TextInput
              label={t('form.name')}
              description={t('form.nameHint')}
              maxLength={KIOSK_LIMITS.name}
              autoComplete="off"
              data-autofocus
              {...form.getInputProps('name')}
            />
            <TextInput
              label={t('form.place')}
              description={t('form.placeHint')}
              maxLength={KIOSK_LIMITS.place}
              autoComplete="off"
              {...form.getInputProps('place')}
            />
          </SimpleGrid>
          <KioskScopeFields form={form} />
          <WayFields form={form} />
          <FaceFields form={form} />
          <SimpleGrid cols={{ base: 1, xs: 2 }} spacing="md">
            <Select
              label={t('form.language')}
              allowDeselect={false}
              data={Object.entries(LANGUAGES).map(([value, label]) => ({ value, label }))}
              {...form.getInputProps('language')}
            />
            <Switch
              className={classes.besideField ?? ''}
              label={t('form.sound')}
              description={t('form.soundHint')}
              {...form.getInputProps('sound', { type: 'checkbox' })}
            />
          </SimpleGrid>
          <KeepsPresentField form={form} />
          <ProblemNote text={save.error && !isAtField ? errorText(save.error, i18n, t('failed')) : null} />
          <Group justify="flex-end">
            <Button variant="default" onClick={onClose}>
              {t('common:actions.cancel')}
            </Button>
            <Button type="submit" loading={save.isPending}>
              {kiosk ? t('common:actions.save') : t('form.addAndPair')}
            </Button>
          </Group>
        </Stack>
      </form>
    </FormModal>
  );
}

/** What the server says about single fields, in words of this page where it has them. */
function fieldErrors(error: unknown, text: string, i18n: i18n): Partial<Record<keyof KioskValues, string>> {
  if (!(error instanceof ApiError)) return {};
  if (error.code === 'kiosk_taken') return { name: text };
  if (error.code === 'exit_pin_missing') return { keepsPresent: text };
  if (error.code === 'class_not_found') return { classId: text };
  return Object.fromEntries(
    Object.entries(fieldTexts(error, i18n)).flatMap(([name, problem]) => {
      const field = FIELD_OF[name];
      return field ? [[field, problem]] : [];
    }),
  );
}

function WayFields({ form }: { form: UseFormReturnType<KioskValues> }) {
  const { t } = useTranslation('kiosks');
  return (
    <>
      <Radio.Group label={t('form.direction')} {...form.getInputProps('direction')}>
        <Stack gap="sm" mt="xs">
          {KIOSK_DIRECTIONS.map((value) => (
            <Radio
              key={value}
              value={value}
              label={t(`directions.${value}`)}
              description={t(`form.directionHints.${value}`)}
            />
          ))}
        </Stack>
      </Radio.Group>
      <Checkbox.Group label={t('form.means')} {...form.getInputProps('means')}>
        <Stack gap="sm" mt="xs">
          {KIOSK_MEANS.map((value) => (
            <Checkbox
              key={value}
              value={value}
              label={t(`means.${value}`)}
              description={t(`form.meansHints.${value}`)}
            />
          ))}
        </Stack>
      </Checkbox.Group>
    </>
  );
}

/** How strictly faces are judged; nothing to choose where only PINs count. */
function FaceFields({ form }: { form: UseFormReturnType<KioskValues> }) {
  const { t } = useTranslation('kiosks');
  if (!form.getValues().means.includes('face')) return null;
  return (
    <>
      <Radio.Group label={t('form.liveness')} {...form.getInputProps('liveness')}>
        <Stack gap="sm" mt="xs">
          {(['burst', 'move', 'off'] as const).map((value) => (
            <Radio
              key={value}
              value={value}
              label={t(`form.livenessChoices.${value}`)}
              description={t(`form.livenessHints.${value}`)}
            />
          ))}
        </Stack>
      </Radio.Group>
      <Radio.Group
        label={t('form.strangers')}
        description={t('form.strangersHint')}
        {...form.getInputProps('strangers')}
      >
        <Stack gap="sm" mt="xs">
          {STRANGERS.map((value) => (
            <Radio
              key={value}
              value={value}
              label={t(`form.strangersChoices.${value}`)}
              description={t(`form.strangersHints.${value}`)}
            />
          ))}
        </Stack>
      </Radio.Group>
    </>
  );
}
