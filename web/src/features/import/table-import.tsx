import { Alert, Button, Group, Stack } from '@mantine/core';
import { kindsFirst } from '@rollcall/core/people/people.rules';
import { IconAlertTriangle } from '@tabler/icons-react';
import { useReducer, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { ProgressLine } from '../../components/feedback/progress.tsx';
import { FilePicker } from '../../components/inputs/file-picker.tsx';
import { Card } from '../../components/layout/card.tsx';
import { errorText } from '../../lib/api/api-error.ts';
import { useInstitutionKind } from '../../lib/api/public-settings.queries.ts';
import { useFormat } from '../../lib/format/format.ts';
import { useUnsaved } from '../../lib/unsaved.ts';
import { CheckResult } from './check-result.tsx';
import {
  type ImportOptions,
  type ImportResult,
  type TableKind,
  useImportProgress,
  useRunImport,
  useUploadTable,
} from './import.queries.ts';
import { type ImportState, importReducer, START } from './import.reducer.ts';
import { ImportDone } from './import-done.tsx';
import { ImportOptionFields, isMapped, MappingForm } from './mapping-form.tsx';

const DEFAULT_OPTIONS: Omit<ImportOptions, 'defaultType'> = { passwords: 'generate', dateOrder: 'ymd' };

/** Imports people or past attendance from a table file: choose, map columns, check, import. */
export function TableImport({ kind, onUsers }: { kind: TableKind; onUsers: () => void }) {
  const { t, i18n } = useTranslation('imports');
  const [state, send] = useReducer(importReducer, START);
  const [defaultType = 'student'] = kindsFirst(useInstitutionKind());
  const [options, setOptions] = useState<ImportOptions>({ ...DEFAULT_OPTIONS, defaultType });
  const upload = useUploadTable(kind);
  const run = useRunImport(kind);
  // The answer of a running import holds passwords that are shown once.
  useUnsaved(state.step === 'running', kind === 'people' ? 'passwords' : 'entered');
  const onError = (error: unknown) => send({ type: 'failed', error });

  const choose = (file: File) => {
    send({ type: 'chosen', name: file.name });
    upload.mutate(file, { onSuccess: (table) => send({ type: 'uploaded', table }), onError });
  };
  const start = (
    { table, mapping }: Extract<ImportState, { table: unknown }>,
    how: { badRows: 'refuse' | 'skip'; dryRun: boolean },
    onSuccess: (result: ImportResult) => void,
  ) => run.mutate({ upload: table.upload, mapping, options, ...how }, { onSuccess, onError });

  const checkButtons = (at: Extract<ImportState, { step: 'mapping' | 'checked' }>) => (
    <>
      <Button variant="subtle" color="gray" me="auto" onClick={() => send({ type: 'startOver' })}>
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

  if (state.step === 'done')
    return <ImportDone kind={kind} columns={state.columns} result={state.result} onUsers={onUsers} />;
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
              table={state.table}
              mapping={state.mapping}
              onMapping={(mapping) => send({ type: 'mapped', mapping })}
            />
            <ImportOptionFields kind={kind} options={options} onOptions={setOptions} />
          </>
        ) : null}
        {state.step === 'checking' ? <ProgressLine percent={null} text={t('checking')} /> : null}
        {state.step === 'checked' ? (
          <CheckResult
            kind={kind}
            result={state.result}
            otherButtons={checkButtons(state)}
            onRun={(badRows) => {
              send({ type: 'run' });
              start(state, { badRows, dryRun: false }, (result) => send({ type: 'ran', result }));
            }}
          />
        ) : null}
        {state.step === 'running' ? <ImportRunning /> : null}
        {state.step === 'mapping' ? <Group justify="space-between">{checkButtons(state)}</Group> : null}
      </Stack>
    </Card>
  );
}

function ImportRunning() {
  const { t } = useTranslation('imports');
  const format = useFormat();
  const percent = useImportProgress();
  return <ProgressLine percent={percent} text={t('running', { percent: format.percent(percent ?? 0) })} />;
}
