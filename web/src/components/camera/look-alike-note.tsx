import { Alert, Button } from '@mantine/core';
import { IconFaceIdError } from '@tabler/icons-react';
import { useTranslation } from 'react-i18next';

interface LookAlikeNoteProps {
  readonly text: string;
  /** Whose face it is said to be already; null for any other refusal. */
  readonly duplicateOf: { readonly id: string; readonly name: string } | null;
  readonly onLookAlike: (id: string) => void;
}

/** Why a face was not registered. Twins are the administrator's to vouch for. */
export function LookAlikeNote({ text, duplicateOf, onLookAlike }: LookAlikeNoteProps) {
  const { t } = useTranslation('camera');
  return (
    <Alert
      role="alert"
      variant="light"
      color="red"
      icon={<IconFaceIdError size={22} aria-hidden />}
      title={text}
    >
      {duplicateOf ? (
        <Button variant="default" mt="xs" onClick={() => onLookAlike(duplicateOf.id)}>
          {t('lookAlike', { name: duplicateOf.name })}
        </Button>
      ) : null}
    </Alert>
  );
}
