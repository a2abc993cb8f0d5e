import { Menu } from '@mantine/core';
import { IconCheck, IconDeviceTablet, IconHourglass, IconRestore } from '@tabler/icons-react';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { DemoControls } from '../../lib/api/host.ts';
import { useDemoKiosk } from '../../lib/kiosk/demo/use-demo-kiosk.ts';

/** The demo's entries in the preferences menu: the artificial delay and the reset. */
export function DemoMenu({ demo, onReset }: { demo: DemoControls; onReset: () => void }) {
  const { t } = useTranslation();
  const kiosk = useDemoKiosk();
  const [delayed, setDelayed] = useState(demo.isDelayed);
  const toggle = () => {
    demo.setDelayed(!delayed);
    setDelayed(!delayed);
  };
  return (
    <>
      <Menu.Divider />
      <Menu.Label>{t('demo.menu')}</Menu.Label>
      <Menu.Item
        leftSection={<IconDeviceTablet size={18} aria-hidden />}
        disabled={kiosk?.isBusy ?? false}
        onClick={kiosk?.open}
      >
        {t('demo.kiosk')}
      </Menu.Item>
      <Menu.Item
        leftSection={<IconHourglass size={18} aria-hidden />}
        rightSection={delayed ? <IconCheck size={16} aria-hidden /> : null}
        role="menuitemcheckbox"
        aria-checked={delayed}
        onClick={toggle}
      >
        {t('demo.delay')}
      </Menu.Item>
      <Menu.Item leftSection={<IconRestore size={18} aria-hidden />} closeMenuOnClick onClick={onReset}>
        {t('demo.reset')}
      </Menu.Item>
    </>
  );
}
