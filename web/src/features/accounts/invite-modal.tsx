import { Button, Group, SegmentedControl, Stack, TextInput } from '@mantine/core';
import { useForm } from '@mantine/form';
import { PEOPLE_LIMITS } from '@rollcall/core/people/people.rules';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { ProblemNote } from '../../components/feedback/problem-note.tsx';
import { PersonPicker } from '../../components/inputs/person-picker.tsx';
import { FormModal } from '../../components/layout/form-modal.tsx';
import { errorText, fieldTexts } from '../../lib/api/api-error.ts';
import { useInvite } from './accounts.queries.ts';
import { InvitationLink } from './invitation-link.tsx';
import { changeOf, lacksSections, RoleFields, type RoleValues, useGivenRoles } from './role-fields.tsx';

interface Values extends RoleValues {
  name: string;
  username: string;
  user_id: string;
}

/** What is given to a person of the institution: without an address entered here, theirs stays. */
function givenOf(values: RoleValues) {
  const { email, ...grant } = changeOf(values);
  return email ? { ...grant, email } : grant;
}

/** Invites somebody to an account, or gives a person of the institution a role; then shows the one-time link. */
export function InviteModal({ onClose }: { onClose: () => void }) {
  const { t, i18n } = useTranslation(['management', 'common', 'people']);
  const [who, setWho] = useState<'new' | 'person'>('new');
  const invite = useInvite();
  const roles = useGivenRoles({ hasAttendance: false });
  const form = useForm<Values>({
    mode: 'controlled',
    initialValues: {
      name: '',
      username: '',
      user_id: '',
      role: roles.includes('teacher') ? 'teacher' : 'office',
      sections: null,
      email: '',
    },
    validate: {
      name: (value) => (who === 'person' || value.trim() ? null : t('people:form.required')),
      username: (value) => (who === 'person' || value.trim() ? null : t('people:form.required')),
      user_id: (value) => (who === 'new' || value ? null : t('people:form.required')),
      sections: (_, values) => (lacksSections(values) ? t('accounts.form.sectionNeeded') : null),
    },
  });
  const submit = form.onSubmit(({ name, username, user_id, ...values }) =>
    invite.mutate(who === 'new' ? { name, username, ...changeOf(values) } : { user_id, ...givenOf(values) }, {
      onError: (error) => form.setErrors(fieldTexts(error, i18n)),
    }),
  );
  if (invite.data)
    return (
      <FormModal title={t('accounts.link.title')} onClose={onClose}>
        <InvitationLink {...invite.data} name={invite.data.account.name} onClose={onClose} />
      </FormModal>
    );
  return (
    <FormModal title={t('accounts.invite')} onClose={onClose} isUnsaved={form.isDirty()}>
      <form onSubmit={submit} noValidate>
        <Stack gap="md">
          <SegmentedControl
            fullWidth
            aria-label={t('accounts.form.who')}
            value={who}
            onChange={(value) => {
              setWho(value);
              form.clearErrors();
            }}
            data={[
              { value: 'new', label: t('accounts.form.new') },
              { value: 'person', label: t('accounts.form.person') },
            ]}
          />
          {who === 'new' ? (
            <>
              <TextInput
                label={t('people:form.name')}
                required
                data-autofocus
                maxLength={PEOPLE_LIMITS.name}
                autoComplete="off"
                {...form.getInputProps('name')}
              />
              <TextInput
                label={t('people:form.username')}
                required
                maxLength={PEOPLE_LIMITS.username}
                autoComplete="off"
                autoCapitalize="none"
                spellCheck={false}
                {...form.getInputProps('username')}
              />
            </>
          ) : (
            <PersonPicker
              value={form.values.user_id || null}
              onChange={(id) => form.setFieldValue('user_id', id ?? '')}
              error={form.errors.user_id}
            />
          )}
          <RoleFields
            value={form.values}
            onChange={form.setValues}
            errors={form.errors}
            roles={roles}
            emailHint={t('accounts.form.emailHint')}
          />
          <ProblemNote text={invite.error && errorText(invite.error, i18n, t('accounts.failed'))} />
          <Group justify="flex-end">
            <Button variant="default" onClick={onClose}>
              {t('common:actions.cancel')}
            </Button>
            <Button type="submit" loading={invite.isPending}>
              {t('accounts.form.submit')}
            </Button>
          </Group>
        </Stack>
      </form>
    </FormModal>
  );
}
