import { Alert, Button, Loader } from '@mantine/core';
import { useQueryClient } from '@tanstack/react-query';
import { useEffect } from 'react';
import { useTranslation } from 'react-i18next';
import { CameraProblemNote } from '../../components/camera/camera-notes.tsx';
import { DemoFrame } from '../../features/kiosk/demo/demo-note.tsx';
import { useKioskParts, useOwnKiosk } from '../../features/kiosk/kiosk.queries.ts';
import { KioskScreen } from '../../features/kiosk/kiosk-screen.tsx';
import { PairingScreen } from '../../features/kiosk/pairing-screen.tsx';
import { ApiError } from '../../lib/api/api-error.ts';
import { changeLanguage } from '../../lib/i18n/i18n.ts';
import { useOfficeTexts } from '../../lib/i18n/office-texts.queries.ts';
import classes from './kiosk.module.css';

/** The page that a device at the door shows for months: first a code to pair it, then the camera. */
export function KioskPage() {
  useOfficeTexts();
  const { t, i18n } = useTranslation('kiosk');
  const parts = useKioskParts();
  const queryClient = useQueryClient();
  const own = useOwnKiosk(parts);
  const kiosk = own.data;
  const language = kiosk?.language;
  useEffect(() => {
    document.title = t('title');
  }, [t]);
  useEffect(() => {
    if (language && language !== i18n.language) void changeLanguage(i18n, language, localStorage);
  }, [language, i18n]);

  // A key that cannot be read needs a secure address, as the camera does.
  if (!isSecureContext)
    return (
      <div className={classes.note}>
        <CameraProblemNote problem="insecure" title={t('insecure')} />
      </div>
    );
  if (kiosk)
    return (
      <DemoFrame kiosk={kiosk}>
        <KioskScreen
          kiosk={kiosk}
          parts={parts}
          // Every failed call is an ApiError.
          isStorageLost={own.error !== null && !(own.error instanceof ApiError)}
          onEnded={() => void queryClient.invalidateQueries()}
        />
      </DemoFrame>
    );
  if (kiosk === null)
    return (
      <DemoFrame kiosk={null}>
        <PairingScreen parts={parts} />
      </DemoFrame>
    );
  if (own.isError)
    return (
      <div className={classes.note}>
        <Alert role="alert" variant="light" color="orange" title={t('unreachable')}>
          <Button mt="sm" variant="default" onClick={() => void own.refetch()}>
            {t('retry')}
          </Button>
        </Alert>
      </div>
    );
  return (
    <div className={classes.note}>
      <Loader aria-label={t('starting')} />
    </div>
  );
}
