import { Checkbox, Group, MultiSelect, Radio, Select, Stack } from '@mantine/core';
import type { UseFormReturnType } from '@mantine/form';
import { kindsFirst } from '@rollcall/core/people/people.rules';
import { useTranslation } from 'react-i18next';
import { useClassNames, useSections } from '../../../lib/api/people-lookup.queries.ts';
import { useInstitutionKind } from '../../../lib/api/public-settings.queries.ts';
import { type KioskValues, SCOPES } from './kiosk-form.ts';

interface FieldsProps {
  readonly form: UseFormReturnType<KioskValues>;
}

/** Whom a kiosk may recognise. */
export function KioskScopeFields({ form }: FieldsProps) {
  const { t } = useTranslation('kiosks');
  const { scope } = form.getValues();
  return (
    <div>
      <Radio.Group label={t('form.scope')} description={t('form.scopeHint')} {...form.getInputProps('scope')}>
        <Stack gap="sm" mt="xs" mb="sm">
          {SCOPES.map((value) => (
            <Radio key={value} value={value} label={t(`scopes.${value}`)} />
          ))}
        </Stack>
      </Radio.Group>
      {scope === 'kinds' ? <Kinds form={form} /> : null}
      {scope === 'sections' ? <Sections form={form} /> : null}
      {scope === 'class' ? <ClassField form={form} /> : null}
    </div>
  );
}

function Kinds({ form }: FieldsProps) {
  const { t } = useTranslation(['kiosks', 'common']);
  const of = useInstitutionKind();
  return (
    <Checkbox.Group label={t('form.kinds')} {...form.getInputProps('kinds')}>
      <Group gap="lg" mt="xs">
        {kindsFirst(of).map((kind) => (
          <Checkbox key={kind} value={kind} label={t(`common:types.${kind}`)} />
        ))}
      </Group>
    </Checkbox.Group>
  );
}

function Sections({ form }: FieldsProps) {
  const { t } = useTranslation('kiosks');
  const known = useSections().data ?? [];
  const { sections } = form.getValues();
  // A section that nobody has any more stays until it is taken out.
  const data = [...new Set([...known, ...sections])];
  return (
    <MultiSelect
      label={t('form.sections')}
      data={data}
      searchable
      hidePickedOptions
      nothingFoundMessage={t('form.noSections')}
      {...form.getInputProps('sections')}
    />
  );
}

function ClassField({ form }: FieldsProps) {
  const { t } = useTranslation('kiosks');
  const names = useClassNames().data ?? [];
  return (
    <Select
      label={t('form.class')}
      description={t('form.classHint')}
      data={names.map(({ id, name }) => ({ value: String(id), label: name }))}
      searchable
      allowDeselect={false}
      nothingFoundMessage={t('form.noClasses')}
      {...form.getInputProps('classId')}
    />
  );
}
