import { Alert, Anchor, Code, Stack } from '@mantine/core';
import { IconInfoCircle } from '@tabler/icons-react';
import { useTranslation } from 'react-i18next';
import { QrCode } from '../../../components/display/qr-code.tsx';
import { Card } from '../../../components/layout/card.tsx';
import type { Answer, Api } from '../../../lib/api/api.ts';
import { useFormat } from '../../../lib/format/format.ts';
import classes from './certificate.module.css';
import { TrustSteps } from './trust-steps.tsx';

export type Certificate = Answer<Awaited<ReturnType<Api['setup']['certificate']['$get']>>>;

/** Where a kiosk opens. */
const START_PAGE = '/kiosk';

/** AA:BB:…: in groups that two people can compare by reading aloud. */
const groupsOf = (fingerprint: string): string[] => fingerprint.replaceAll(':', '').match(/.{1,4}/g) ?? [];

/** The way of a device to this server: open the page there, trust the certificate, open Rollcall over https. */
export function CertificateSteps({ certificate }: { certificate: Certificate }) {
  const { t } = useTranslation('certificate');
  const format = useFormat();
  const { addresses, setup_address, fingerprint, expires_at } = certificate;
  return (
    <Stack gap="md">
      <Card title={t('scan.title')}>
        {setup_address === null ? (
          <Alert color="yellow" variant="light" icon={<IconInfoCircle size={20} aria-hidden />}>
            {t('scan.hereOnly')}
          </Alert>
        ) : (
          <div className={classes.scan}>
            <QrCode text={setup_address} label={t('scan.label')} className={classes.qr ?? ''} />
            <div>
              <p className={classes.body}>{t('scan.text')}</p>
              <Code block dir="ltr" className={`${classes.code} ${classes.address}`}>
                {setup_address}
              </Code>
            </div>
          </div>
        )}
      </Card>
      <Card title={t('trust.title')} hint={t('trust.text')}>
        <TrustSteps />
        <h3 className={classes.subtitle}>{t('fingerprint.title')}</h3>
        <p className={classes.body}>{t('fingerprint.text')}</p>
        <Code
          block
          dir="ltr"
          className={`${classes.code} ${classes.fingerprint}`}
          aria-label={t('fingerprint.title')}
        >
          {groupsOf(fingerprint).map((group, index) => (
            // The groups never change their places.
            // biome-ignore lint/suspicious/noArrayIndexKey: two groups can be alike
            <span key={index}>{group}</span>
          ))}
        </Code>
        <p className={classes.note}>{t('fingerprint.until', { day: format.date(expires_at) })}</p>
      </Card>
      <Card title={t('open.title')}>
        <p className={classes.body}>{t('open.text')}</p>
        <ul className={classes.addresses}>
          {addresses.map((address) => (
            <li key={address}>
              <Anchor href={`${address}${START_PAGE}`} dir="ltr">
                {`${address}${START_PAGE}`}
              </Anchor>
            </li>
          ))}
        </ul>
      </Card>
    </Stack>
  );
}
