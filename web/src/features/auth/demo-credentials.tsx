import { Button, Stack } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import { Card } from '../../components/card.tsx';
import { Credential } from '../../components/credential.tsx';
import { usePublicSettings } from '../../lib/public-settings.queries.ts';
import type { Credentials } from './auth.queries.ts';

/** Copy a value, or let it be filled in. Only where the server says that it is a demo. */
export function DemoCredentials({
  mode,
  onFill,
}: {
  mode: 'user' | 'admin';
  onFill: (value: Credentials) => void;
}) {
  const { t } = useTranslation('auth');
  const { demo_credentials: demo } = usePublicSettings();
  if (!demo) return null;
  const account = mode === 'admin' ? { username: '', password: demo.admin.password } : demo.user;
  return (
    <Card
      title={t('demo.title')}
      hint={t('demo.hint')}
      actions={
        <Button size="xs" variant="light" onClick={() => onFill(account)}>
          {t('demo.fill')}
        </Button>
      }
    >
      <Stack gap={8}>
        {mode === 'user' ? <Credential label={t('user.username')} value={account.username} /> : null}
        <Credential label={t('user.password')} value={account.password} />
      </Stack>
    </Card>
  );
}
