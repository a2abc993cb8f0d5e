import { Loader } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import { QrCode } from '../../components/display/qr-code.tsx';
import { errorText } from '../../lib/api/api-error.ts';
import { useHost } from '../../lib/api/host.ts';
import { type KioskParts, usePairing, useQueueSize } from './kiosk.queries.ts';
import classes from './pairing-screen.module.css';

/** The code of a device that is no kiosk yet, to be typed in or scanned by an administrator. */
export function PairingScreen({ parts }: { parts: KioskParts }) {
  const { t, i18n } = useTranslation('kiosk');
  const { base } = useHost();
  const { code } = usePairing(parts.store);
  const { entries } = useQueueSize(parts);
  const shown = code.data?.code;
  return (
    <div className={classes.pairing}>
      <h1>{t('pairing.title')}</h1>
      <p className={classes.text}>{t('pairing.text')}</p>
      {shown ? (
        <div className={classes.code} data-pairing-code={shown}>
          <output dir="ltr" aria-label={t('pairing.code')}>
            {shown.slice(0, 4)}
            <span aria-hidden>-</span>
            {shown.slice(4)}
          </output>
          <QrCode
            className={classes.qr ?? ''}
            label={t('pairing.qr')}
            text={`${base}/settings/kiosks?code=${shown.slice(0, 4)}-${shown.slice(4)}`}
          />
        </div>
      ) : null}
      {code.isPending ? <Loader aria-label={t('pairing.loading')} /> : null}
      {code.isError && !shown ? (
        <p role="alert" className={classes.problem}>
          {errorText(code.error, i18n, t('unreachable'))}
        </p>
      ) : null}
      <ol className={classes.steps}>
        <li>{t('pairing.step1')}</li>
        <li>{t('pairing.step2')}</li>
        <li>{t('pairing.step3')}</li>
      </ol>
      {entries > 0 ? <p className={classes.note}>{t('pairing.waiting', { count: entries })}</p> : null}
      <p className={classes.note}>{t('pairing.note')}</p>
    </div>
  );
}
