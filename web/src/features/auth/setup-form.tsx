import { Alert, Button, PasswordInput, Select, Stack, TextInput } from '@mantine/core';
import { useForm } from '@mantine/form';
import { PASSWORD_MIN_OTHERS } from '@rollcall/core/auth/auth.rules';
import type { InstitutionKind } from '@rollcall/core/settings/settings.types';
import { IconAlertTriangle } from '@tabler/icons-react';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { KindCards } from '../../components/inputs/kind-cards.tsx';
import { ApiError, errorText, fieldTexts } from '../../lib/api/api-error.ts';
import { passwordProblem } from '../../lib/api/password-problem.ts';
import { TIME_ZONES } from '../../lib/format/zones.ts';
import { type SetupInput, useSetup } from './auth.queries.ts';

export function SetupForm({ onDone }: { onDone: (password: string) => void }) {
  const { t, i18n } = useTranslation(['auth', 'setup']);
  const setup = useSetup();
  const here = Intl.DateTimeFormat().resolvedOptions().timeZone;
  const form = useForm({
    mode: 'uncontrolled',
    initialValues: {
      kind: null as InstitutionKind | null, // nobody is taken for a university unasked
      code: '',
      institution_name: '',
      time_zone: TIME_ZONES.includes(here) ? here : 'UTC',
      password: '',
      repeat: '',
    },
    validate: {
      kind: (value) => (value ? null : t('setup:kindMissing')),
      code: (value) => (value.trim() ? null : t('setup.missingCode')),
      institution_name: (value) => (value.trim() ? null : t('setup.missingName')),
      password: (value) =>
        value.length >= PASSWORD_MIN_OTHERS ? null : t('setup.shortPassword', { min: PASSWORD_MIN_OTHERS }),
      repeat: (value, { password }) => (value === password ? null : t('setup.differs')),
    },
  });

  const [kind, setKind] = useState<InstitutionKind | null>(null);
  form.watch('kind', ({ value }) => setKind(value));

  const send = (input: SetupInput) =>
    setup.mutate(input, {
      onSuccess: () => onDone(input.password),
      onError: (error) => {
        const password = passwordProblem(error, i18n, 'password');
        form.setErrors({
          ...fieldTexts(error, i18n),
          ...(password ? { password } : {}),
          ...(isWrongCode(error) ? { code: errorText(error, i18n, t('setup.failed')) } : {}),
        });
        if (isWrongCode(error)) form.getInputNode('code')?.focus();
      },
    });
  const submit = form.onSubmit(
    ({ repeat: _repeat, kind, ...input }) => (kind ? send({ ...input, kind }) : undefined),
    // The form is longer than a phone: what is missing may be out of sight.
    (errors, _values, event) => {
      const [first = ''] = Object.keys(errors);
      const firstKind = event?.currentTarget.querySelector<HTMLInputElement>('input[type="radio"]');
      (errors.kind ? firstKind : form.getInputNode(first))?.focus();
    },
  );

  return (
    <form onSubmit={submit} noValidate>
      <Stack gap="md">
        <KindCards
          value={kind}
          error={form.errors.kind}
          onChange={(next) => form.setFieldValue('kind', next)}
        />
        <TextInput
          label={t('setup.code')}
          description={t('setup.codeHint')}
          autoComplete="one-time-code"
          key={form.key('code')}
          {...form.getInputProps('code')}
        />
        <TextInput
          label={t('setup.institution')}
          autoComplete="organization"
          key={form.key('institution_name')}
          {...form.getInputProps('institution_name')}
        />
        <Select
          label={t('setup.zone')}
          description={t('setup.zoneHint')}
          data={TIME_ZONES}
          searchable
          key={form.key('time_zone')}
          {...form.getInputProps('time_zone')}
        />
        <PasswordInput
          label={t('setup.password')}
          description={t('setup.passwordHint', { min: PASSWORD_MIN_OTHERS })}
          autoComplete="new-password"
          key={form.key('password')}
          {...form.getInputProps('password')}
        />
        <PasswordInput
          label={t('setup.repeat')}
          autoComplete="new-password"
          key={form.key('repeat')}
          {...form.getInputProps('repeat')}
        />
        <div aria-live="assertive">
          {setup.error && !passwordProblem(setup.error, i18n, 'password') && !isWrongCode(setup.error) ? (
            <Alert color="red" variant="light" icon={<IconAlertTriangle size={20} aria-hidden />}>
              {errorText(setup.error, i18n, t('setup.failed'))}
            </Alert>
          ) : null}
        </div>
        <Button type="submit" fullWidth loading={setup.isPending}>
          {t('setup.submit')}
        </Button>
      </Stack>
    </form>
  );
}

/** Said at the field of the code, and not below the passwords. */
const isWrongCode = (error: unknown): boolean =>
  error instanceof ApiError && error.code === 'invalid_setup_code';
