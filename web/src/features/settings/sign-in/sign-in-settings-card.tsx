import { Button, Checkbox, Group, Skeleton, Stack, Switch } from '@mantine/core';
import { ROLES } from '@rollcall/core/kernel/access';
import { type SubmitEvent, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { LoadError } from '../../../components/feedback/load-error.tsx';
import { Card } from '../../../components/layout/card.tsx';
import { useUnsaved } from '../../../lib/unsaved.ts';
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

function SignInSettingsForm({ saved }: { saved: SignInSettings }) {
  const { t } = useTranslation(['management', 'common']);
  const save = useSaveSignInSettings();
  const [roles, setRoles] = useState<readonly string[]>(saved.second_factor_roles);
  const [needsApproval, setNeedsApproval] = useState(saved.needs_approval);
  const hasOtherRoles = ROLES.some(
    (role) => roles.includes(role) !== saved.second_factor_roles.includes(role),
  );
  useUnsaved(hasOtherRoles || needsApproval !== saved.needs_approval);
  const submit = (event: SubmitEvent) => {
    event.preventDefault();
    save.mutate({
      second_factor_roles: ROLES.filter((role) => roles.includes(role)),
      needs_approval: needsApproval,
    });
  };
  return (
    <form onSubmit={submit}>
      <Stack gap="md">
        <Checkbox.Group
          label={t('signIn.roles')}
          description={t('signIn.rolesHint')}
          value={[...roles]}
          onChange={setRoles}
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
          checked={needsApproval}
          onChange={(event) => setNeedsApproval(event.currentTarget.checked)}
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
