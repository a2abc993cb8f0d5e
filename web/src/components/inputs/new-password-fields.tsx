import { PasswordInput, SimpleGrid } from '@mantine/core';
import { useTranslation } from 'react-i18next';

export interface NewPassword {
  readonly password: string;
  readonly repeat: string;
}

export const NO_PASSWORD: NewPassword = { password: '', repeat: '' };

interface NewPasswordFieldsProps {
  readonly value: NewPassword;
  readonly onChange: (value: NewPassword) => void;
  /** Why the server refused the password, or that there is none. */
  readonly problem: string | null;
  readonly isDifferent: boolean;
  readonly autoFocus?: boolean;
}

/** A new password, twice. The server judges it; its reason stands at the field. */
export function NewPasswordFields(props: NewPasswordFieldsProps) {
  const { value, onChange, problem, isDifferent, autoFocus = false } = props;
  const { t } = useTranslation(['auth', 'common']);
  const toggle = { 'aria-label': t('common:actions.showPassword'), tabIndex: 0 };
  return (
    <SimpleGrid minColWidth="260px" autoFlow="auto-fit" spacing="md">
      <PasswordInput
        label={t('link.password')}
        description={t('link.passwordHint')}
        inputWrapperOrder={['label', 'input', 'description', 'error']}
        autoComplete="new-password"
        autoFocus={autoFocus}
        value={value.password}
        error={problem}
        aria-invalid={problem !== null}
        onChange={(event) => onChange({ ...value, password: event.currentTarget.value })}
        visibilityToggleButtonProps={toggle}
      />
      <PasswordInput
        label={t('link.repeat')}
        autoComplete="new-password"
        value={value.repeat}
        error={isDifferent ? t('setup.differs') : null}
        aria-invalid={isDifferent}
        onChange={(event) => onChange({ ...value, repeat: event.currentTarget.value })}
        visibilityToggleButtonProps={toggle}
      />
    </SimpleGrid>
  );
}
