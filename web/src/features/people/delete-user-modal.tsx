import { Button, Group, Radio, Stack } from '@mantine/core';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Sheet } from '../../components/sheet.tsx';
import { DeletionProof } from './deletion-proof.tsx';
import { useDeleteUser } from './people.queries.ts';

interface DeleteUserModalProps {
  readonly user: { readonly id: string; readonly name: string };
  readonly onClose: () => void;
  /** The window is closed after someone was deleted. */
  readonly onDeleted?: () => void;
}

/** Two choices for the past days, and afterwards the proof of what went. Focus starts on Cancel. */
export function DeleteUserModal({ user, onClose, onDeleted = onClose }: DeleteUserModalProps) {
  const { t } = useTranslation(['people', 'common']);
  const remove = useDeleteUser();
  const [choice, setChoice] = useState<'keep' | 'erase'>('keep');
  if (remove.data) return <DeletionProof name={user.name} proof={remove.data.proof} onClose={onDeleted} />;
  return (
    <Sheet title={t('deleteTitle', { name: user.name })} onClose={onClose} isSmall>
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
    </Sheet>
  );
}
