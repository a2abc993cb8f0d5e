import { Radio, Stack } from '@mantine/core';
import { PASSPHRASE_MIN } from '@rollcall/core/backup/backup.rules';
import { IconDatabase } from '@tabler/icons-react';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { PassphraseInput } from '../../components/passphrase-input.tsx';
import type { useMakeFile } from './backup.queries.ts';
import { FileCard } from './file-card.tsx';

/** Which key locks the file is the one decision an administrator has to understand. */
export function BackupCard({ backup }: { backup: ReturnType<typeof useMakeFile>['backup'] }) {
  const { t } = useTranslation(['admin', 'safety']);
  const [by, setBy] = useState<'master' | 'passphrase'>('master');
  const [passphrase, setPassphrase] = useState('');
  const [problem, setProblem] = useState<string | null>(null);
  const run = () => {
    if (by === 'master') return backup.mutate(null);
    if (passphrase.length < PASSPHRASE_MIN)
      return setProblem(t('safety:seal.short', { min: PASSPHRASE_MIN }));
    backup.mutate(passphrase, { onSuccess: () => setPassphrase('') });
  };
  return (
    <FileCard
      kind="backup"
      icon={<IconDatabase size={24} aria-hidden />}
      title={t('backup.databaseTitle')}
      text={t('backup.databaseText')}
      action={t('backup.databaseAction')}
      isBusy={backup.isPending}
      onRun={run}
    >
      <Radio.Group
        label={t('safety:seal.label')}
        value={by}
        onChange={(value) => setBy(value === 'passphrase' ? 'passphrase' : 'master')}
      >
        <Stack gap="sm" mt="xs">
          {(['master', 'passphrase'] as const).map((value) => (
            <Radio
              key={value}
              value={value}
              label={t(`safety:seal.${value}`)}
              description={t(`safety:seal.${value}Hint`)}
            />
          ))}
        </Stack>
      </Radio.Group>
      {by === 'passphrase' ? (
        <PassphraseInput
          label={t('safety:seal.field')}
          hint={t('safety:seal.fieldHint', { min: PASSPHRASE_MIN })}
          value={passphrase}
          error={problem}
          onChange={(value) => {
            setPassphrase(value);
            setProblem(null);
          }}
        />
      ) : null}
    </FileCard>
  );
}
