import { Button, Group, Select } from '@mantine/core';
import { REPORT_FORMATS } from '@rollcall/core/reports/report.types';
import { IconFileSpreadsheet, IconFileTypeCsv, IconFileTypePdf } from '@tabler/icons-react';
import { useTranslation } from 'react-i18next';
import { onSingleClick } from '../../lib/single-click.ts';
import classes from './reports.module.css';
import { type ReportRequest, type Scope, useReportDownload, useScopes } from './reports.queries.ts';

const ICONS = { csv: IconFileTypeCsv, xlsx: IconFileSpreadsheet, pdf: IconFileTypePdf };
const ORDER = [...REPORT_FORMATS].reverse();

interface DownloadButtonsProps {
  readonly label: string;
  /** Null if something is missing; the caller shows what. */
  readonly request: () => ReportRequest | null;
}

/** Download buttons for PDF, Excel and CSV. */
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
            onClick={onSingleClick(() => {
              const wanted = request();
              if (wanted) download.mutate({ ...wanted, format });
            })}
          >
            {t(`reports.formats.${format}`)}
          </Button>
        );
      })}
    </Group>
  );
}

/** Encodes a scope as the value of a select option. */
export function scopeKey(scope: Scope): string {
  if (scope.class !== undefined) return `class ${scope.class}`;
  return scope.section === undefined ? '' : `section ${scope.section}`;
}

export function scopeOfKey(key: string): Scope {
  if (key.startsWith('class ')) return { class: Number(key.slice('class '.length)), section: undefined };
  if (key.startsWith('section ')) return { class: undefined, section: key.slice('section '.length) };
  return { class: undefined, section: undefined };
}

interface ScopePickerProps {
  readonly value: Scope;
  readonly onChange: (scope: Scope) => void;
}

export function ScopePicker({ value, onChange }: ScopePickerProps) {
  const { t } = useTranslation('attendance');
  const { isWhole, sections, classes } = useScopes();
  return (
    <Select
      label={t('scope.label')}
      value={scopeKey(value)}
      onChange={(key) => onChange(scopeOfKey(key ?? ''))}
      allowDeselect={false}
      searchable={sections.length + classes.length > 8}
      data={[
        { value: '', label: isWhole ? t('scope.everyone') : t('scope.mine') },
        ...(sections.length > 0
          ? [
              {
                group: t('scope.sections'),
                items: sections.map((section) => ({ value: scopeKey({ section }), label: section })),
              },
            ]
          : []),
        {
          group: t('scope.classes'),
          items: classes.map(({ id, name, section }) => ({
            value: scopeKey({ class: id }),
            label: section ? `${name} (${section})` : name,
          })),
        },
      ]}
    />
  );
}
