import { Alert, Button, Group, Stack } from '@mantine/core';
import { IconFaceIdError } from '@tabler/icons-react';
import { useTranslation } from 'react-i18next';
import type { FaceCaptureProps } from './face-capture.types.ts';

/** Stands in for the camera step where the server has no face engine: says so, and lets the person go on. */
export function FaceCaptureUnavailable({ subject, onSkip }: FaceCaptureProps) {
  const { t } = useTranslation('registration');
  return (
    <Stack gap="lg">
      <Alert
        variant="light"
        color="gray"
        icon={<IconFaceIdError size={22} aria-hidden />}
        title={t('unavailable.title')}
      >
        {t('unavailable.text', { name: subject.name })}
      </Alert>
      <Group justify="flex-end">
        <Button onClick={onSkip} data-autofocus>
          {t('skip')}
        </Button>
      </Group>
    </Stack>
  );
}
