import { Alert, Button, Checkbox, Group, Stack } from '@mantine/core';
import { IconAlertTriangle } from '@tabler/icons-react';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Card } from '../../components/card.tsx';
import { FilePicker } from '../../components/file-picker.tsx';
import { ProgressLine } from '../../components/progress-line.tsx';
import { errorText } from '../../lib/error-text.ts';
import { useFormat } from '../../lib/use-format.ts';
import classes from './import.module.css';
import { useEnrolPhotos, useUploadPhotos } from './photo-import.queries.ts';
import { PhotoReportView } from './photo-report.tsx';

/** Faces of many people at once, from photos the institution has. */
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
          {plan.unknown.length > 0 ? (
            <details className={classes.unknown}>
              <summary>{t('photos.unknown', { count: plan.unknown.length })}</summary>
              <p>{plan.unknown.join(', ')}</p>
            </details>
          ) : null}
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
