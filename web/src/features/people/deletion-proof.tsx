import { Button, Group, List, Stack } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import { Sheet } from '../../components/sheet.tsx';
import type { useDeleteUser } from './people.queries.ts';

interface DeletionProofProps {
  readonly name: string;
  readonly proof: NonNullable<ReturnType<typeof useDeleteUser>['data']>['proof'];
  readonly onClose: () => void;
}

export function DeletionProof({ name, proof, onClose }: DeletionProofProps) {
  const { t } = useTranslation(['people', 'common']);
  return (
    <Sheet title={t('proofTitle', { name })} onClose={onClose} isSmall>
      <Stack gap="md">
        <div>{t('proofText')}</div>
        <List spacing={4}>
          <List.Item>{t('proofTemplates', { count: proof.face_templates })}</List.Item>
          <List.Item>{proof.face_key_destroyed ? t('proofKey') : t('proofNoKey')}</List.Item>
          <List.Item>{proof.attendance === 'removed' ? t('proofRemoved') : t('proofPseudonym')}</List.Item>
        </List>
        {proof.face_key_destroyed ? <div>{t('proofExport')}</div> : null}
        <Group justify="flex-end">
          <Button onClick={onClose} data-autofocus>
            {t('common:actions.close')}
          </Button>
        </Group>
      </Stack>
    </Sheet>
  );
}
