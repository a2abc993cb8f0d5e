import { NativeSelect } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import type { Camera } from '../../lib/camera/use-camera.ts';

/** Only where there is something to choose. The choice is remembered on this device. */
export function DevicePicker({ camera }: { camera: Camera }) {
  const { t } = useTranslation('camera');
  const { devices, deviceId, switchTo } = camera;
  if (devices.length < 2) return null;
  return (
    <NativeSelect
      label={t('picker')}
      value={deviceId ?? ''}
      onChange={(event) => switchTo(event.currentTarget.value)}
      data={devices.map(({ id, label }, index) => ({
        value: id,
        label: label || t('unnamed', { number: index + 1 }),
      }))}
    />
  );
}
