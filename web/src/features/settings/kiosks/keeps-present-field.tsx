import { Switch } from '@mantine/core';
import type { UseFormReturnType } from '@mantine/form';
import { useTranslation } from 'react-i18next';
import { useExitPinState } from './exit-pin.queries.ts';
import type { KioskValues } from './kiosk-form.ts';

/** Whether the kiosk keeps the list of who is present; without an exit PIN the names would lie open. */
export function KeepsPresentField({ form }: { form: UseFormReturnType<KioskValues> }) {
  const { t } = useTranslation('kiosks');
  const state = useExitPinState().data;
  const isMissing = state?.changed_at === null;
  return (
    <Switch
      label={t('form.keepsPresent')}
      description={t(isMissing ? 'form.keepsPresentNoPin' : 'form.keepsPresentHint')}
      disabled={isMissing && !form.getValues().keepsPresent}
      {...form.getInputProps('keepsPresent', { type: 'checkbox' })}
    />
  );
}
