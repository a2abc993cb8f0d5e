import { Alert, Button, Checkbox, Group, Stack, Table } from '@mantine/core';
import { QUALITY_REASONS } from '@rollcall/core/faces/face.types';
import { IconAlertTriangle, IconDownload } from '@tabler/icons-react';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { LoadError } from '../../components/feedback/load-error.tsx';
import { ProgressLine } from '../../components/feedback/progress.tsx';
import { FilePicker } from '../../components/inputs/file-picker.tsx';
import { Card } from '../../components/layout/card.tsx';
import { errorText } from '../../lib/api/api-error.ts';
import { downloadBlob } from '../../lib/download.ts';
import { useFormat } from '../../lib/format/format.ts';
import classes from './import.module.css';
import {
  type PhotoOutcome,
  useEnrolPhotos,
  usePhotoOperation,
  usePhotoReport,
  useUploadPhotos,
} from './import.queries.ts';

/** Pictures that are not registered, by why. */
const LEFT_OUT = ['unreadable', 'unknown', 'surplus'] as const;

/** Imports face photos of many people from a zip file. */
export function PhotoImport() {
  const { t, i18n } = useTranslation('imports');
  const format = useFormat();
  const upload = useUploadPhotos();
  const enrol = useEnrolPhotos();
  const [replace, setReplace] = useState(false);
  const plan = upload.data;
  return (
    <Card title={t('photos.title')} hint={t('photos.hint')}>
      {upload.isError ? (
        <Alert color="red" role="alert" mb="md" icon={<IconAlertTriangle size={20} aria-hidden />}>
          {errorText(upload.error, i18n, t('photos.failed'))}
        </Alert>
      ) : null}
      {upload.isPending ? (
        <ProgressLine percent={null} text={t('uploading', { name: upload.variables.name })} />
      ) : null}
      {!plan && !upload.isPending ? (
        <FilePicker
          label={t('choose')}
          hint={t('drop')}
          accept=".zip"
          onFile={(file) => upload.mutate(file)}
        />
      ) : null}
      {plan && enrol.data === undefined ? (
        <Stack gap="md">
          <strong>
            {t('photos.plan', { photos: format.number(plan.photos), people: format.number(plan.people) })}
          </strong>
          {LEFT_OUT.map((kind) =>
            plan[kind].length > 0 ? (
              <details key={kind} className={classes.unknown}>
                <summary>{t(`photos.${kind}`, { count: plan[kind].length })}</summary>
                <p>{format.list(plan[kind])}</p>
              </details>
            ) : null,
          )}
          <Checkbox
            label={t('photos.replace')}
            checked={replace}
            onChange={(event) => setReplace(event.currentTarget.checked)}
          />
          <Group justify="space-between">
            <Button variant="subtle" color="gray" onClick={() => upload.reset()}>
              {t('other')}
            </Button>
            <Button
              disabled={plan.people === 0}
              loading={enrol.isPending}
              onClick={() => enrol.mutate({ upload: plan.upload, replace })}
            >
              {t('photos.start')}
            </Button>
          </Group>
        </Stack>
      ) : null}
      {enrol.data === undefined ? null : <PhotoReportView file={enrol.data} />}
    </Card>
  );
}

const OUTCOMES = ['enrolled', 'poor_quality', 'duplicate', 'photos_disagree', 'refused'] as const;

/** Progress of the enrolment, then the result for each person. */
function PhotoReportView({ file }: { file: string }) {
  const { t } = useTranslation('imports');
  const format = useFormat();
  const textOf = usePhotoText();
  const operation = usePhotoOperation(file).data;
  const query = usePhotoReport(file, operation?.state === 'done');
  if (operation?.state === 'failed') {
    return (
      <Alert color="red" role="alert" icon={<IconAlertTriangle size={20} aria-hidden />}>
        {operation.problem ?? t('photos.failed')}
      </Alert>
    );
  }
  if (query.isLoadingError) return <LoadError error={query.error} onRetry={() => void query.refetch()} />;
  if (!query.data) {
    const percent = operation?.progress ?? 0;
    return (
      <Stack gap="xs">
        <ProgressLine percent={percent} text={t('photos.running', { percent: format.percent(percent) })} />
        <p className={classes.hint}>{t('photos.goesOn')}</p>
      </Stack>
    );
  }
  const { text, report } = query.data;
  return (
    <Stack gap="md">
      <div className={classes.tall}>
        <Table aria-label={t('photos.report')} stickyHeader>
          <Table.Tbody>
            {report.people.map((person) => {
              const { id, outcome } = person;
              const known = OUTCOMES.find((each) => each === outcome);
              return (
                <Table.Tr key={id}>
                  <Table.Td>{id}</Table.Td>
                  <Table.Td>{known ? t(`photos.outcomes.${known}`) : outcome}</Table.Td>
                  <Table.Td>{textOf(person)}</Table.Td>
                </Table.Tr>
              );
            })}
          </Table.Tbody>
        </Table>
      </div>
      <Group justify="flex-end">
        <Button
          variant="default"
          leftSection={<IconDownload size={18} aria-hidden />}
          onClick={() => downloadBlob(new Blob([text], { type: 'application/json' }), file)}
        >
          {t('photos.download')}
        </Button>
      </Group>
    </Stack>
  );
}

/** Describes the result for a person in the current language; falls back to the server's message. */
function usePhotoText(): (person: PhotoOutcome) => string {
  const { t, i18n } = useTranslation('imports');
  return ({ outcome, message, reason, photos, photo, other }) => {
    if (outcome === 'enrolled') return t('photos.said.enrolled', { count: photos });
    if (outcome === 'duplicate' && other) return t('photos.said.duplicate', { other });
    if (outcome === 'photos_disagree' && photo) return t('photos.said.disagree', { photo });
    const quality = QUALITY_REASONS.find((each) => each === reason);
    if (outcome === 'poor_quality' && photo && quality)
      return t('photos.said.poor', { photo, reason: t(`photos.reasons.${quality}`) });
    const key = `errors:${reason}`;
    return reason && i18n.exists(key) ? i18n.t(key as 'errors:internal') : message; // the key exists
  };
}
