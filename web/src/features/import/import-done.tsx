import { Button, Stack } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import { Card } from '../../components/card.tsx';
import { DoneNote } from '../../components/done-note.tsx';
import type { ImportResult, SheetKind } from './import.queries.ts';
import { PasswordSheet } from './password-sheet.tsx';

interface ImportDoneProps {
  readonly kind: SheetKind;
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
      {passwords.length > 0 ? <PasswordSheet passwords={passwords} /> : null}
    </Stack>
  );
}
