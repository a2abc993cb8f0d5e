import { Button, Stack } from '@mantine/core';
import { IconCircleCheck } from '@tabler/icons-react';
import { useTranslation } from 'react-i18next';
import { Card } from '../../components/card.tsx';
import classes from './import.module.css';
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
        <div className={classes.done} role="status">
          <IconCircleCheck size={32} aria-hidden />
          <div>
            <h2>{t('done', { count: imported })}</h2>
            {rows > imported ? <p>{t('left', { count: rows - imported })}</p> : null}
          </div>
          {kind === 'people' ? (
            <Button variant={passwords.length > 0 ? 'default' : 'filled'} onClick={onUsers}>
              {t('toUsers')}
            </Button>
          ) : null}
        </div>
      </Card>
      {passwords.length > 0 ? <PasswordSheet passwords={passwords} /> : null}
    </Stack>
  );
}
