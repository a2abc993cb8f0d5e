import { Button, Stack } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import { PasswordList } from '../../components/display/password-list.tsx';
import { DoneNote } from '../../components/feedback/progress.tsx';
import { Card } from '../../components/layout/card.tsx';
import type { ImportResult, TableKind } from './import.queries.ts';

interface ImportDoneProps {
  readonly kind: TableKind;
  readonly result: ImportResult;
  readonly onUsers: () => void;
}

export function ImportDone({ kind, result, onUsers }: ImportDoneProps) {
  const { t } = useTranslation('imports');
  const { rows, imported, passwords } = result;
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
      {passwords.length > 0 ? <PasswordList passwords={passwords} /> : null}
    </Stack>
  );
}
