import { Alert, Stack } from '@mantine/core';
import { IconAlertTriangle } from '@tabler/icons-react';
import { useReducer } from 'react';
import { useTranslation } from 'react-i18next';
import { ProgressLine } from '../../../components/feedback/progress.tsx';
import { FilePicker } from '../../../components/inputs/file-picker.tsx';
import { Card } from '../../../components/layout/card.tsx';
import { ApiError, errorText } from '../../../lib/api/api-error.ts';
import { useFormat } from '../../../lib/format/format.ts';
import classes from './restore.module.css';
import {
  useReadArchive,
  useRestoreArchive,
  useRestoreProgress,
  useUploadArchive,
} from './restore.queries.ts';
import { restoreReducer, START } from './restore.reducer.ts';
import { ArchiveFactsList, RestoreConfirm, RestoreDone, RestoreUnlock } from './restore-steps.tsx';

export function RestorePanel({ onSignIn }: { onSignIn: () => void }) {
  const { t } = useTranslation('safety');
  const refusalText = useRefusalText();
  const [state, send] = useReducer(restoreReducer, START);
  const uploadArchive = useUploadArchive();
  const reading = useReadArchive();
  const restore = useRestoreArchive();
  const onError = (error: unknown) => send({ type: 'refused', error });

  const startOver = () => send({ type: 'startOver' });

  const readArchive = (upload: string, passphrase: string | null) =>
    reading.mutate(
      { upload, passphrase },
      { onSuccess: (facts) => send({ type: 'read', facts, passphrase }), onError },
    );
  const choose = (file: File) => {
    send({ type: 'chosen', name: file.name });
    uploadArchive.mutate(file, {
      onSuccess: (archive) => {
        send({ type: 'uploaded', archive });
        if (!archive.needs_passphrase) readArchive(archive.upload, null);
      },
      onError,
    });
  };
  const confirm = (upload: string, passphrase: string | null, institution: string) => {
    send({ type: 'confirmed' });
    restore.mutate(
      { upload, passphrase, institution },
      {
        onSuccess: (facts) => send({ type: 'restored', facts }),
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
            archive={state.archive}
            onOther={startOver}
            onUnlock={(passphrase) => {
              send({ type: 'unlock' });
              readArchive(state.archive.upload, passphrase);
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
            onConfirm={(institution) => confirm(state.archive.upload, state.passphrase, institution)}
          />
        ) : null}
        {state.step === 'restoring' ? <RestoreRunning upload={state.archive.upload} /> : null}
      </Stack>
    </Card>
  );
}

function RestoreRunning({ upload }: { upload: string }) {
  const { t } = useTranslation('safety');
  const format = useFormat();
  const percent = useRestoreProgress(upload).data ?? null;
  return (
    <div>
      <ProgressLine
        percent={percent}
        text={
          percent === null
            ? t('restore.starting')
            : t('restore.restoring', { percent: format.percent(percent) })
        }
      />
      <p className={classes.note}>{t('restore.keepOpen')}</p>
    </div>
  );
}

const PROBLEMS = ['foreign', 'newer', 'damaged', 'truncated', 'wrong_key', 'key_missing'] as const;

/** Describes why an archive was refused, in the current language. */
function useRefusalText(): (error: unknown) => string {
  const { t, i18n } = useTranslation('safety');
  return (error) => {
    const named = error instanceof ApiError ? error.fields.archive : undefined;
    const problem = PROBLEMS.find((each) => each === named);
    return problem ? t(`restore.problems.${problem}`) : errorText(error, i18n, t('restore.failed'));
  };
}
