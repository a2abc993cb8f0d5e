import { Alert, Button, Group, Stack, Table } from '@mantine/core';
import { IconAlertTriangle, IconDownload } from '@tabler/icons-react';
import { useTranslation } from 'react-i18next';
import { LoadError } from '../../components/load-error.tsx';
import { ProgressLine } from '../../components/progress-line.tsx';
import { downloadBlob } from '../../lib/download.ts';
import { useFormat } from '../../lib/use-format.ts';
import classes from './import.module.css';
import { usePhotoOperation, usePhotoReport } from './photo-import.queries.ts';
import { usePhotoText } from './use-photo-text.ts';

const OUTCOMES = ['enrolled', 'poor_quality', 'duplicate', 'photos_disagree', 'refused'] as const;

/** How far the enrolment is, then what became of everybody. */
export function PhotoReportView({ file }: { file: string }) {
  const { t } = useTranslation('imports');
  const format = useFormat();
  const said = usePhotoText();
  const operation = usePhotoOperation(file).data;
  const query = usePhotoReport(file, operation?.state === 'done');
  if (operation?.state === 'failed') {
    return (
      <Alert color="red" role="alert" icon={<IconAlertTriangle size={20} aria-hidden />}>
        {operation.problem ?? t('photos.failed')}
      </Alert>
    );
  }
  if (query.isError) return <LoadError error={query.error} onRetry={() => void query.refetch()} />;
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
                  <Table.Td>{said(person)}</Table.Td>
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
