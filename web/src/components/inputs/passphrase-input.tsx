import { PasswordInput } from '@mantine/core';
import { useTranslation } from 'react-i18next';

interface PassphraseInputProps {
  readonly label: string;
  readonly hint?: string;
  readonly value: string;
  readonly error?: string | null;
  readonly onChange: (value: string) => void;
}

export function PassphraseInput({ label, hint, value, error, onChange }: PassphraseInputProps) {
  const { t } = useTranslation();
  return (
    <PasswordInput
      label={label}
      description={hint}
      // The hint is below the input, so that two inputs side by side stay aligned.
      inputWrapperOrder={['label', 'input', 'description', 'error']}
      autoComplete="off"
      value={value}
      error={error}
      onChange={(event) => onChange(event.currentTarget.value)}
      visibilityToggleButtonProps={{ 'aria-label': t('actions.showPassword'), tabIndex: 0 }}
    />
  );
}
