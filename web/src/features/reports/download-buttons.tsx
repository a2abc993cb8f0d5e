import { Button, Group } from '@mantine/core';
import { REPORT_FORMATS } from '@rollcall/core/reports/report.types';
import { IconFileSpreadsheet, IconFileTypeCsv, IconFileTypePdf } from '@tabler/icons-react';
import { useTranslation } from 'react-i18next';
import classes from './register.module.css';
import { type ReportRequest, useReportDownload } from './reports.queries.ts';

const ICONS = { csv: IconFileTypeCsv, xlsx: IconFileSpreadsheet, pdf: IconFileTypePdf };
const ORDER = [...REPORT_FORMATS].reverse();

interface DownloadButtonsProps {
  readonly label: string;
  /** Null while something is missing: the check says what. */
  readonly request: () => ReportRequest | null;
}

/** PDF to print, Excel to go on with, CSV for other programs. */
export function DownloadButtons({ label, request }: DownloadButtonsProps) {
  const { t } = useTranslation('attendance');
  const download = useReportDownload();
  return (
    <Group
      gap={8}
      className={classes.formats ?? ''}
      role="group"
      aria-label={`${t('reports.download')}: ${label}`}
    >
      {ORDER.map((format) => {
        const Icon = ICONS[format];
        return (
          <Button
            key={format}
            variant={format === 'pdf' ? 'light' : 'default'}
            leftSection={<Icon size={18} aria-hidden />}
            loading={download.isPending && download.variables?.format === format}
            onClick={() => {
              const wanted = request();
              if (wanted) download.mutate({ ...wanted, format });
            }}
          >
            {t(`reports.formats.${format}`)}
          </Button>
        );
      })}
    </Group>
  );
}
