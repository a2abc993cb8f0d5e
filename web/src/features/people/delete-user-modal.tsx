import { Button, Group, List, Radio, Stack } from '@mantine/core';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { FormModal } from '../../components/layout/form-modal.tsx';
import { useDeleteUser } from './people.queries.ts';

interface DeleteUserModalProps {
  readonly user: { readonly id: string; readonly name: string };
  readonly onClose: () => void;
  /** Called instead of onClose once the user is deleted. */
  readonly onDeleted?: () => void;
}

/** Asks what happens to past attendance, deletes the user and shows the proof. Focus starts on Cancel. */
export function DeleteUserModal({ user, onClose, onDeleted = onClose }: DeleteUserModalProps) {
  const { t } = useTranslation(['people', 'common']);
  const remove = useDeleteUser();
  const [choice, setChoice] = useState<'keep' | 'erase'>('keep');
  if (remove.data) return <DeletionProof name={user.name} proof={remove.data.proof} onClose={onDeleted} />;
  return (
    <FormModal title={t('deleteTitle', { name: user.name })} onClose={onClose} isSmall>
      <Stack gap="lg">
        <div>{t('deleteText')}</div>
        <Radio.Group
          label={t('deleteChoice')}
          value={choice}
          onChange={(value) => setChoice(value === 'erase' ? 'erase' : 'keep')}
        >
          <Stack gap="sm" mt="xs">
            <Radio value="keep" label={t('deleteKeep')} description={t('deleteKeepHint')} />
            <Radio value="erase" label={t('deleteErase')} description={t('deleteEraseHint')} />
          </Stack>
        </Radio.Group>
        <Group justify="flex-end">
          <Button variant="default" onClick={onClose} data-autofocus>
            {t('common:actions.cancel')}
          </Button>
          <Button
            color="red"
            loading={remove.isPending}
            onClick={() => remove.mutate({ id: user.id, erase: choice === 'erase' })}
          >
            {t('deleteConfirm')}
          </Button>
        </Group>
      </Stack>
    </FormModal>
  );
}

interface DeletionProofProps {
  readonly name: string;
  readonly proof: NonNullable<ReturnType<typeof useDeleteUser>['data']>['proof'];
  readonly onClose: () => void;
}

function DeletionProof({ name, proof, onClose }: DeletionProofProps) {
  const { t } = useTranslation(['people', 'common']);
  return (
    <FormModal title={t('proofTitle', { name })} onClose={onClose} isSmall>
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
    </FormModal>
  );
}
