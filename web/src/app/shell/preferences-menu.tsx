import { ActionIcon, Menu, useMantineColorScheme } from '@mantine/core';
import type { Language } from '@rollcall/core/kernel/language';
import {
  IconAdjustmentsHorizontal,
  IconCheck,
  IconDeviceDesktop,
  IconMoon,
  IconSun,
} from '@tabler/icons-react';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { ConfirmModal } from '../../components/layout/form-modal.tsx';
import { useHost } from '../../lib/api/host.ts';
import { changeLanguage } from '../../lib/i18n/i18n.ts';
import { LANGUAGES } from '../../lib/i18n/languages.ts';
import { DemoMenu } from '../demo/demo-menu.tsx';

const SCHEMES = [
  { value: 'light', label: 'preferences.light', Icon: IconSun },
  { value: 'dark', label: 'preferences.dark', Icon: IconMoon },
  { value: 'auto', label: 'preferences.system', Icon: IconDeviceDesktop },
] as const;

const chosenIcon = <IconCheck size={16} aria-hidden />;

export function PreferencesMenu() {
  const { t, i18n } = useTranslation();
  const { colorScheme, setColorScheme } = useMantineColorScheme();
  const { demo } = useHost();
  const [isResetting, setResetting] = useState(false);
  const languages = Object.entries(LANGUAGES) as [Language, string][]; // entries() forgets the literal keys
  return (
    <>
      <Menu position="bottom-end" width={220} closeOnItemClick={false} defaultOpened>
        <Menu.Target>
          <ActionIcon aria-label={t('preferences.label')} autoFocus>
            <IconAdjustmentsHorizontal size={20} aria-hidden />
          </ActionIcon>
        </Menu.Target>
        <Menu.Dropdown>
          <Menu.Label>{t('preferences.theme')}</Menu.Label>
          {SCHEMES.map(({ value, label, Icon }) => (
            <Menu.Item
              key={value}
              leftSection={<Icon size={18} aria-hidden />}
              rightSection={colorScheme === value ? chosenIcon : null}
              aria-current={colorScheme === value}
              onClick={() => setColorScheme(value)}
            >
              {t(label)}
            </Menu.Item>
          ))}
          <Menu.Divider />
          <Menu.Label>{t('preferences.language')}</Menu.Label>
          {languages.map(([language, name]) => (
            <Menu.Item
              key={language}
              lang={language}
              rightSection={i18n.language === language ? chosenIcon : null}
              aria-current={i18n.language === language}
              onClick={() => void changeLanguage(i18n, language, localStorage)}
            >
              {name}
            </Menu.Item>
          ))}
          {demo ? <DemoMenu demo={demo} onReset={() => setResetting(true)} /> : null}
        </Menu.Dropdown>
      </Menu>
      {demo && isResetting ? (
        <ConfirmModal
          title={t('demo.reset')}
          confirm={t('demo.reset')}
          isBusy={false}
          onConfirm={demo.reset}
          onClose={() => setResetting(false)}
        >
          {t('demo.resetText')}
        </ConfirmModal>
      ) : null}
    </>
  );
}
