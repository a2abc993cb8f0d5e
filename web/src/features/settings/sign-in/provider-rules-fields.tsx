import { Button, Group, Select, SimpleGrid, Stack, Switch, TagsInput, TextInput } from '@mantine/core';
import type { UseFormReturnType } from '@mantine/form';
import { GROUP_ROLES } from '@rollcall/core/auth/providers/providers.types';
import { hasSection, kindsFirst } from '@rollcall/core/people/people.rules';
import { useTranslation } from 'react-i18next';
import { useSections } from '../../../lib/api/people-lookup.queries.ts';
import { useInstitutionKind } from '../../../lib/api/public-settings.queries.ts';
import type { ProviderValues } from './provider-form.ts';
import classes from './sign-in.module.css';

/** For whom a provider creates accounts, and which roles its groups give. */
export function ProviderRulesFields({ form }: { form: UseFormReturnType<ProviderValues> }) {
  return (
    <Stack gap="md">
      <CreationFields form={form} />
      <GroupFields form={form} />
    </Stack>
  );
}

function CreationFields({ form }: { form: UseFormReturnType<ProviderValues> }) {
  const { t } = useTranslation(['management', 'common']);
  const of = useInstitutionKind();
  const { isCreating, creates } = form.getValues();
  return (
    <>
      <Switch
        label={t('providers.form.creates')}
        description={t('providers.form.createsHint')}
        {...form.getInputProps('isCreating', { type: 'checkbox' })}
      />
      {isCreating ? (
        <div className={classes.group}>
          <TagsInput
            label={t('providers.form.domains')}
            placeholder={creates.domains.length === 0 ? t('providers.form.domainsPlaceholder') : ''}
            {...form.getInputProps('creates.domains')}
          />
          <SimpleGrid cols={{ base: 1, xs: 2 }} spacing="md">
            <Select
              label={t('providers.form.type')}
              allowDeselect={false}
              data={kindsFirst(of).map((value) => ({ value, label: t(`common:types.${value}`) }))}
              {...form.getInputProps('creates.type')}
            />
            <TextInput
              label={t('providers.form.number')}
              description={t('providers.form.numberHint')}
              inputWrapperOrder={['label', 'input', 'description', 'error']}
              {...form.getInputProps('creates.number_claim')}
            />
          </SimpleGrid>
          {hasSection(creates.type, of) ? (
            <TextInput
              label={t('providers.form.section')}
              description={t('providers.form.sectionHint')}
              {...form.getInputProps('creates.section')}
            />
          ) : null}
        </div>
      ) : null}
    </>
  );
}

function GroupFields({ form }: { form: UseFormReturnType<ProviderValues> }) {
  const { t } = useTranslation(['management', 'common']);
  const sections = useSections().data ?? [];
  const { groups } = form.getValues();
  const add = () =>
    form.insertListItem('groups', {
      key: Math.max(-1, ...groups.map(({ key }) => key)) + 1,
      group: '',
      role: 'teacher',
      sections: [],
      type: null,
    });
  return (
    <>
      <TextInput
        label={t('providers.form.groupsClaim')}
        description={t('providers.form.groupsClaimHint')}
        spellCheck={false}
        {...form.getInputProps('groups_claim')}
      />
      {groups.map(({ key, group, role }, index) => (
        <div key={key} className={classes.group}>
          <SimpleGrid cols={{ base: 1, xs: 2 }} spacing="md">
            <TextInput
              label={t('providers.form.group')}
              spellCheck={false}
              {...form.getInputProps(`groups.${index}.group`)}
            />
            <Select
              label={t('providers.form.role')}
              allowDeselect={false}
              data={GROUP_ROLES.map((value) => ({ value, label: t(`common:accountRoles.${value}`) }))}
              {...form.getInputProps(`groups.${index}.role`)}
            />
          </SimpleGrid>
          {role === 'office' ? (
            <TagsInput
              label={t('providers.form.sections')}
              data={sections}
              placeholder={t('providers.form.allSections')}
              {...form.getInputProps(`groups.${index}.sections`)}
            />
          ) : null}
          <Group justify="flex-end">
            <Button
              size="xs"
              variant="subtle"
              color="gray"
              aria-label={t('providers.form.removeGroup', { group })}
              onClick={() => form.removeListItem('groups', index)}
            >
              {t('providers.remove')}
            </Button>
          </Group>
        </div>
      ))}
      <Group>
        <Button size="xs" variant="light" onClick={add}>
          {t('providers.form.addGroup')}
        </Button>
      </Group>
    </>
  );
}
