import { Alert, Button, Group, Stack } from '@mantine/core';
import { IconFaceIdError } from '@tabler/icons-react';
import { useTranslation } from 'react-i18next';
import { Sheet } from '../../components/sheet.tsx';

/** The place of the camera flow. Without a face engine it says so plainly and points to the other way. */
export function MarkAttendanceModal({ onClose }: { onClose: () => void }) {
  const { t } = useTranslation(['registration', 'common']);
  return (
    <Sheet title={t('mark.title')} onClose={onClose} size="lg">
      <Stack gap="lg">
        <Alert
          variant="light"
          color="gray"
          icon={<IconFaceIdError size={22} aria-hidden />}
          title={t('mark.unavailableTitle')}
        >
          {t('mark.unavailableText')}
        </Alert>
        <Group justify="flex-end">
          <Button onClick={onClose} data-autofocus>
            {t('common:actions.close')}
          </Button>
        </Group>
      </Stack>
    </Sheet>
  );
}
