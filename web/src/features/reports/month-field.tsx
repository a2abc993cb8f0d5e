import { TextInput } from '@mantine/core';
import { useTranslation } from 'react-i18next';

interface MonthFieldProps {
  readonly value: string;
  readonly onChange: (month: string) => void;
}

/** While a month is being typed it is not one yet. */
export function MonthField({ value, onChange }: MonthFieldProps) {
  const { t } = useTranslation('attendance');
  return (
    <TextInput
      type="month"
      label={t('register.month')}
      value={value}
      onChange={(event) => {
        if (/^\d{4}-\d{2}$/.test(event.currentTarget.value)) onChange(event.currentTarget.value);
      }}
    />
  );
}
