import { Button, Checkbox, Group, SimpleGrid, Stack, TextInput } from '@mantine/core';
import { useForm } from '@mantine/form';
import { CLASS_LIMITS, WEEKDAYS } from '@rollcall/core/classes/classes.rules';
import { fittingClass } from '@rollcall/core/settings/settings.rules';
import { useTranslation } from 'react-i18next';
import { ClassLevelFields } from '../../../components/inputs/class-level-fields.tsx';
import { FormModal } from '../../../components/layout/form-modal.tsx';
import { fieldTexts } from '../../../lib/api/api-error.ts';
import { useInstitutionKind } from '../../../lib/api/public-settings.queries.ts';
import { useFormat } from '../../../lib/format/format.ts';
import classes from '../classes.module.css';
import { type ClassValues, useSaveClass } from './classes.queries.ts';

interface ClassFormProps {
  /** Null for a new class. */
  readonly id: number | null;
  readonly values: ClassValues;
  readonly onClose: () => void;
}

export function ClassForm({ id, values, onClose }: ClassFormProps) {
  const { t, i18n } = useTranslation(['classes', 'management', 'common']);
  const format = useFormat();
  const kind = useInstitutionKind();
  const save = useSaveClass(id);
  const form = useForm<ClassValues>({
    mode: 'controlled',
    initialValues: fittingClass(values, kind),
    validate: {
      name: (name) => (name.trim() ? null : t('form.nameMissing')),
      endTime: (end, { startTime }) => (end > startTime ? null : t('form.endBeforeStart')),
      weekdays: (days) => (days.length > 0 ? null : t('form.daysMissing')),
    },
  });
  const submit = form.onSubmit((given) =>
    save.mutate(given, {
      onSuccess: onClose,
      onError: (error) => form.setErrors(fieldTexts(error, i18n)),
    }),
  );
  return (
    <FormModal
      title={id === null ? t('form.addTitle') : t('form.editTitle')}
      onClose={onClose}
      size="lg"
      isUnsaved={form.isDirty()}
    >
      <form onSubmit={submit} noValidate>
        <Stack gap="md">
          <TextInput
            label={t('form.name')}
            maxLength={CLASS_LIMITS.name}
            data-autofocus
            {...form.getInputProps('name')}
          />
          <SimpleGrid cols={{ base: 1, xs: 2 }} spacing="md">
            <ClassLevelFields
              program={form.getInputProps('program')}
              semester={form.getInputProps('semester')}
            />
            <TextInput
              label={t('management:config.section')}
              maxLength={CLASS_LIMITS.section}
              {...form.getInputProps('section')}
            />
            <TextInput
              label={t('management:config.subject')}
              maxLength={CLASS_LIMITS.subject}
              {...form.getInputProps('subject')}
            />
            <TextInput type="time" label={t('form.start')} {...form.getInputProps('startTime')} />
            <TextInput type="time" label={t('form.end')} {...form.getInputProps('endTime')} />
          </SimpleGrid>
          <Checkbox.Group
            label={t('form.days')}
            error={form.errors.weekdays}
            value={form.values.weekdays.map(String)}
            onChange={(days) => form.setFieldValue('weekdays', days.map(Number).sort())}
          >
            <div className={classes.days}>
              {WEEKDAYS.map((day) => (
                <Checkbox key={day} value={String(day)} label={format.weekday(day)} />
              ))}
            </div>
          </Checkbox.Group>
          <Group justify="flex-end">
            <Button variant="default" onClick={onClose}>
              {t('common:actions.cancel')}
            </Button>
            <Button type="submit" loading={save.isPending}>
              {t('form.save')}
            </Button>
          </Group>
        </Stack>
      </form>
    </FormModal>
  );
}
