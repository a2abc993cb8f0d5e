import { Alert, Button, Group, Stack } from '@mantine/core';
import { IconAlertTriangle } from '@tabler/icons-react';
import { useReducer, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Card } from '../../components/card.tsx';
import { FilePicker } from '../../components/file-picker.tsx';
import { ProgressLine } from '../../components/progress-line.tsx';
import { errorText } from '../../lib/error-text.ts';
import { CheckResult } from './check-result.tsx';
import {
  type ImportOptions,
  type ImportResult,
  type SheetKind,
  useRunImport,
  useUploadSheet,
} from './import.queries.ts';
import { type ImportState, importReducer, START } from './import.reducer.ts';
import { ImportDone } from './import-done.tsx';
import { ImportOptionFields } from './import-options.tsx';
import { ImportRunning } from './import-running.tsx';
import { isMapped, MappingForm } from './mapping-form.tsx';

const OPTIONS: ImportOptions = { defaultType: 'student', passwords: 'generate', dateOrder: 'ymd' };

/** People and past attendance come the same way: file, columns, check, import. */
export function SheetImport({ kind, onUsers }: { kind: SheetKind; onUsers: () => void }) {
  const { t, i18n } = useTranslation('imports');
  const [state, send] = useReducer(importReducer, START);
  const [options, setOptions] = useState(OPTIONS);
  const upload = useUploadSheet(kind);
  const run = useRunImport(kind);
  const onError = (error: unknown) => send({ type: 'failed', error });

  const choose = (file: File) => {
    send({ type: 'chosen', name: file.name });
    upload.mutate(file, { onSuccess: (sheet) => send({ type: 'uploaded', sheet }), onError });
  };
  const start = (
    { sheet, mapping }: Extract<ImportState, { sheet: unknown }>,
    how: { badRows: 'refuse' | 'skip'; dryRun: boolean },
    onSuccess: (result: ImportResult) => void,
  ) => run.mutate({ upload: sheet.upload, mapping, options, ...how }, { onSuccess, onError });

  const steps = (at: Extract<ImportState, { step: 'mapping' | 'checked' }>) => (
    <>
      <Button variant="subtle" color="gray" mr="auto" onClick={() => send({ type: 'startOver' })}>
        {t('other')}
      </Button>
      <Button
        variant={at.step === 'checked' ? 'default' : 'filled'}
        disabled={!isMapped(kind, at.mapping)}
        onClick={() => {
          send({ type: 'check' });
          start(at, { badRows: 'skip', dryRun: true }, (result) => send({ type: 'checked', result }));
        }}
      >
        {t('check')}
      </Button>
    </>
  );

  if (state.step === 'done') return <ImportDone kind={kind} result={state.result} onUsers={onUsers} />;
  return (
    <Card title={t(`${kind}.title`)} hint={t(`${kind}.hint`)}>
      <Stack gap="lg">
        {'error' in state && state.error ? (
          <Alert color="red" role="alert" icon={<IconAlertTriangle size={20} aria-hidden />}>
            {errorText(state.error, i18n, t('failed'))}
          </Alert>
        ) : null}
        {state.step === 'choose' ? (
          <FilePicker label={t('choose')} hint={t('drop')} accept=".csv,.tsv,.txt,.xlsx" onFile={choose} />
        ) : null}
        {state.step === 'uploading' ? (
          <ProgressLine percent={null} text={t('uploading', { name: state.name })} />
        ) : null}
        {state.step === 'mapping' || state.step === 'checking' || state.step === 'checked' ? (
          <>
            <MappingForm
              kind={kind}
              name={state.name}
              sheet={state.sheet}
              mapping={state.mapping}
              onMapping={(mapping) => send({ type: 'mapped', mapping })}
            />
            <ImportOptionFields kind={kind} options={options} onOptions={setOptions} />
          </>
        ) : null}
        {state.step === 'checking' ? <ProgressLine percent={null} text={t('checking')} /> : null}
        {state.step === 'checked' ? (
          <CheckResult
            result={state.result}
            steps={steps(state)}
            onRun={(badRows) => {
              send({ type: 'run' });
              start(state, { badRows, dryRun: false }, (result) => send({ type: 'ran', result }));
            }}
          />
        ) : null}
        {state.step === 'running' ? <ImportRunning /> : null}
        {state.step === 'mapping' ? <Group justify="space-between">{steps(state)}</Group> : null}
      </Stack>
    </Card>
  );
}
