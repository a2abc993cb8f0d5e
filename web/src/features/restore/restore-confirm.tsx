import { Alert, Button, Group, Stack, TextInput } from '@mantine/core';
import { IconAlertTriangle } from '@tabler/icons-react';
import { type SubmitEvent, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { usePublicSettings } from '../../lib/public-settings.queries.ts';

interface RestoreConfirmProps {
  readonly onConfirm: (institution: string) => void;
  readonly onOther: () => void;
}

/** The name of the institution whose data goes, typed: nobody does that by accident. */
export function RestoreConfirm({ onConfirm, onOther }: RestoreConfirmProps) {
  const { t } = useTranslation('safety');
  const { institution_name: institution } = usePublicSettings();
  const [typed, setTyped] = useState('');
  const isRight = typed.trim() === institution;
  const submit = (event: SubmitEvent) => {
    event.preventDefault();
    if (isRight) onConfirm(institution);
  };
  return (
    <form onSubmit={submit}>
      <Stack gap="md">
        <Alert color="yellow" icon={<IconAlertTriangle size={20} aria-hidden />}>
          {t('restore.warning', { institution })}
        </Alert>
        <TextInput
          label={t('restore.confirm', { institution })}
          autoComplete="off"
          value={typed}
          onChange={(event) => setTyped(event.currentTarget.value)}
        />
        <Group justify="space-between">
          <Button variant="subtle" color="gray" onClick={onOther}>
            {t('restore.again')}
          </Button>
          <Button type="submit" color="red" disabled={!isRight}>
            {t('restore.action')}
          </Button>
        </Group>
      </Stack>
    </form>
  );
}
