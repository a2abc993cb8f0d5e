import { Button, type ButtonProps } from '@mantine/core';
import { IconDeviceTablet } from '@tabler/icons-react';
import { useTranslation } from 'react-i18next';
import { useDemoKiosk } from '../../lib/kiosk/demo/use-demo-kiosk.ts';

/** Opens a kiosk in this tab of the demo; nothing on a server. */
export function DemoKioskButton(props: Pick<ButtonProps, 'size' | 'variant' | 'fullWidth'>) {
  const { t } = useTranslation();
  const kiosk = useDemoKiosk();
  if (!kiosk) return null;
  return (
    <Button
      {...props}
      leftSection={<IconDeviceTablet size={18} aria-hidden />}
      loading={kiosk.isBusy}
      onClick={kiosk.open}
    >
      {t('demo.kiosk')}
    </Button>
  );
}
