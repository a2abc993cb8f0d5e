import { Button, Checkbox, Group, Skeleton, Stack, Switch } from '@mantine/core';
import { ROLES } from '@rollcall/core/kernel/access';
import type { SubmitEvent } from 'react';
import { useTranslation } from 'react-i18next';
import { LoadError } from '../../../components/feedback/load-error.tsx';
import { Card } from '../../../components/layout/card.tsx';
import { useSavedForm } from '../../../lib/saved-form.ts';
import { type SignInSettings, useSaveSignInSettings, useSignInSettings } from './sign-in.queries.ts';

/** Roles with an obligatory second factor, and the approval of dangerous acts. */
export function SignInSettingsCard() {
  const { t } = useTranslation('management');
  const query = useSignInSettings();
  return (
    <Card title={t('signIn.title')} hint={t('signIn.hint')}>
      {query.isPending ? <Skeleton height={214} radius={8} /> : null}
      {query.isError && !query.data ? (
        <LoadError error={query.error} onRetry={() => void query.refetch()} />
      ) : null}
      {query.data ? <SignInSettingsForm saved={query.data} /> : null}
    </Card>
  );
}

/** In one order, whatever the order in which they were ticked. */
const rolesOf = (chosen: readonly string[]) => ROLES.filter((role) => chosen.includes(role));

function SignInSettingsForm({ saved }: { saved: SignInSettings }) {
  const { t } = useTranslation(['management', 'common']);
  const save = useSaveSignInSettings();
  const form = useSavedForm({
    second_factor_roles: rolesOf(saved.second_factor_roles),
    needs_approval: saved.needs_approval,
  });
  const submit = (event: SubmitEvent) => {
    event.preventDefault();
    save.mutate(form.values, { onSuccess: () => form.resetDirty(form.values) });
  };
  return (
    <form onSubmit={submit}>
      <Stack gap="md">
        <Checkbox.Group
          label={t('signIn.roles')}
          description={t('signIn.rolesHint')}
          value={form.values.second_factor_roles}
          onChange={(roles) => form.setFieldValue('second_factor_roles', rolesOf(roles))}
        >
          <Group gap="md" mt="xs">
            {ROLES.map((role) => (
              <Checkbox key={role} value={role} label={t(`common:accountRoles.${role}`)} />
            ))}
          </Group>
        </Checkbox.Group>
        <Switch
          label={t('signIn.approval')}
          description={t('signIn.approvalHint')}
          checked={form.values.needs_approval}
          onChange={(event) => form.setFieldValue('needs_approval', event.currentTarget.checked)}
        />
      </Stack>
      <Group justify="flex-end" mt="md">
        <Button type="submit" variant="light" loading={save.isPending}>
          {t('signIn.save')}
        </Button>
      </Group>
    </form>
  );
}
