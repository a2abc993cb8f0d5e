import { Button, Stack } from '@mantine/core';
import { IconFileSpreadsheet } from '@tabler/icons-react';
import { useTranslation } from 'react-i18next';
import { PasswordList } from '../../components/display/password-list.tsx';
import { DoneNote } from '../../components/feedback/progress.tsx';
import { Card } from '../../components/layout/card.tsx';
import { csvBlob, downloadBlob } from '../../lib/download.ts';
import type { ImportResult, TableKind } from './import.queries.ts';
import { RowTable, useProblemText, WithoutAddress } from './row-table.tsx';

interface ImportDoneProps {
  readonly kind: TableKind;
  /** The column names of the file. */
  readonly columns: readonly string[];
  readonly result: ImportResult;
  readonly onUsers: () => void;
}

export function ImportDone({ kind, columns, result, onUsers }: ImportDoneProps) {
  const { t } = useTranslation('imports');
  const { rows, imported, passwords, skipped, warning_count } = result;
  return (
    <Stack gap="md">
      <Card className="rc-no-print">
        <DoneNote
          title={t('done', { count: imported })}
          text={rows > imported ? t('left', { count: rows - imported }) : undefined}
        >
          {kind === 'people' ? (
            <Button variant={passwords.length > 0 ? 'default' : 'filled'} onClick={onUsers}>
              {t('toUsers')}
            </Button>
          ) : null}
        </DoneNote>
      </Card>
      {skipped.length > 0 ? <SkippedRows kind={kind} columns={columns} result={result} /> : null}
      {warning_count > 0 ? (
        <Card className="rc-no-print">
          <WithoutAddress result={result} />
        </Card>
      ) : null}
      {passwords.length > 0 ? <PasswordList passwords={passwords} /> : null}
    </Stack>
  );
}

/** The rows that were not imported, by line, name and reason; the file holds them to be corrected. */
function SkippedRows({ kind, columns, result }: Omit<ImportDoneProps, 'onUsers'>) {
  const { t } = useTranslation('imports');
  const textOf = useProblemText();
  const { skipped, problems, problem_count } = result;
  const save = () => {
    const rows = skipped.map(({ row, cells }) => {
      const texts = problems.filter((problem) => problem.row === row).map(textOf);
      return [...columns.map((_, index) => cells[index] ?? ''), `${t('row')} ${row}: ${texts.join(' ')}`];
    });
    downloadBlob(csvBlob({ head: [...columns, t('problem')], rows }), `${t('skipped.file')}.csv`);
  };
  return (
    <Card
      className="rc-no-print"
      title={t('skipped.title')}
      hint={t('skipped.hint')}
      actions={
        <Button variant="default" leftSection={<IconFileSpreadsheet size={18} aria-hidden />} onClick={save}>
          {t('skipped.download')}
        </Button>
      }
    >
      <RowTable kind={kind} label={t('skipped.title')} problems={problems} total={problem_count} />
    </Card>
  );
}
