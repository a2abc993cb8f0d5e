import { useEffect } from 'react';
import { useTranslation } from 'react-i18next';
import { CameraProblemNote } from '../../components/camera/camera-notes.tsx';
import { MyCode } from '../../features/account/phones/my-code.tsx';
import { keepSettings } from '../../lib/api/kept-settings.ts';
import { usePublicSettings } from '../../lib/api/public-settings.queries.ts';
import { useOfficeTexts } from '../../lib/i18n/office-texts.queries.ts';

/** The code of a person's own phone. It opens without a network and without a sign-in: the phone is what counts. */
export function MyCodePage() {
  useOfficeTexts();
  const { t } = useTranslation('cards');
  const settings = usePublicSettings();
  // They may have been read on another page, where they are not kept.
  useEffect(() => keepSettings(settings), [settings]);
  useEffect(() => {
    document.title = t('code.title');
  }, [t]);
  // A key that cannot be read needs a secure address, as the camera does.
  if (!isSecureContext) return <CameraProblemNote problem="insecure" title={t('code.insecure')} />;
  return <MyCode />;
}
