import { Alert, TextInput } from '@mantine/core';
import { IconAlertTriangle } from '@tabler/icons-react';
import { useTranslation } from 'react-i18next';

interface AddressToPrintProps {
  readonly value: string;
  readonly onChange: (value: string) => void;
}

/** Says that the address of this page works on this computer only, and asks for the one that people will use. */
export function AddressToPrint({ value, onChange }: AddressToPrintProps) {
  const { t } = useTranslation('people');
  return (
    <Alert
      color="yellow"
      variant="light"
      icon={<IconAlertTriangle size={20} aria-hidden />}
      title={t('slips.hereOnly')}
    >
      <TextInput
        label={t('slips.address')}
        description={t('slips.addressHint', { address: location.host })}
        placeholder="rollcall.school.example"
        dir="ltr"
        maxLength={200}
        value={value}
        onChange={(event) => onChange(event.currentTarget.value)}
      />
    </Alert>
  );
}
