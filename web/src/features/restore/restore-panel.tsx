import { Alert, Stack } from '@mantine/core';
import { IconAlertTriangle } from '@tabler/icons-react';
import { useReducer } from 'react';
import { useTranslation } from 'react-i18next';
import { Card } from '../../components/card.tsx';
import { FilePicker } from '../../components/file-picker.tsx';
import { ProgressLine } from '../../components/progress-line.tsx';
import { useSession } from '../../lib/session-context.ts';
import { ArchiveFactsList } from './archive-facts.tsx';
import { useBringArchive, useReadArchive, useRestoreArchive } from './restore.queries.ts';
import { restoreReducer, START } from './restore.reducer.ts';
import { RestoreConfirm } from './restore-confirm.tsx';
import { RestoreDone } from './restore-done.tsx';
import { RestoreRunning } from './restore-running.tsx';
import { RestoreUnlock } from './restore-unlock.tsx';
import { useRefusalText } from './use-refusal-text.ts';

export function RestorePanel({ onSignIn }: { onSignIn: () => void }) {
  const { t } = useTranslation('safety');
  const session = useSession();
  const refusalText = useRefusalText();
  const [state, send] = useReducer(restoreReducer, START);
  const bring = useBringArchive();
  const read = useReadArchive();
  const restore = useRestoreArchive();
  const onError = (error: unknown) => send({ type: 'refused', error });

  const startOver = () => send({ type: 'startOver' });

  const readIt = (upload: string, passphrase: string | null) =>
    read.mutate(
      { upload, passphrase },
      { onSuccess: (facts) => send({ type: 'read', facts, passphrase }), onError },
    );
  const choose = (file: File) => {
    send({ type: 'chosen', name: file.name });
    bring.mutate(file, {
      onSuccess: (brought) => {
        send({ type: 'brought', brought });
        if (!brought.needs_passphrase) readIt(brought.upload, null);
      },
      onError,
    });
  };
  const confirm = (upload: string, passphrase: string | null, institution: string) => {
    send({ type: 'confirmed' });
    restore.mutate(
      { upload, passphrase, institution },
      {
        onSuccess: (facts) => {
          send({ type: 'restored', facts });
          session.signOut(); // the server has forgotten every session
        },
        onError,
      },
    );
  };

  if (state.step === 'restored') return <RestoreDone facts={state.facts} onSignIn={onSignIn} />;
  return (
    <Card title={t('restore.title')} hint={t('restore.hint')}>
      <Stack gap="md">
        {'refusal' in state && state.refusal ? (
          <Alert
            color="red"
            role="alert"
            icon={<IconAlertTriangle size={20} aria-hidden />}
            title={t('restore.refused')}
          >
            {refusalText(state.refusal)}
          </Alert>
        ) : null}
        {state.step === 'choose' ? (
          <FilePicker
            label={t('restore.choose')}
            hint={t('restore.chooseText')}
            accept=".rollcall"
            onFile={choose}
          />
        ) : null}
        {state.step === 'uploading' ? (
          <ProgressLine percent={null} text={t('restore.uploading', { name: state.name })} />
        ) : null}
        {state.step === 'locked' ? (
          <RestoreUnlock
            brought={state.brought}
            onOther={startOver}
            onUnlock={(passphrase) => {
              send({ type: 'unlock' });
              readIt(state.brought.upload, passphrase);
            }}
          />
        ) : null}
        {state.step === 'reading' ? <ProgressLine percent={null} text={t('restore.reading')} /> : null}
        {state.step === 'read' || state.step === 'restoring' ? (
          <ArchiveFactsList facts={state.facts} />
        ) : null}
        {state.step === 'read' ? (
          <RestoreConfirm
            onOther={startOver}
            onConfirm={(institution) => confirm(state.brought.upload, state.passphrase, institution)}
          />
        ) : null}
        {state.step === 'restoring' ? <RestoreRunning upload={state.brought.upload} /> : null}
      </Stack>
    </Card>
  );
}
