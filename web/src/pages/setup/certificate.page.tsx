import { Code, Skeleton } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import { LoadError } from '../../components/feedback/load-error.tsx';
import { Card } from '../../components/layout/card.tsx';
import { Page, PageHead } from '../../components/layout/page.tsx';
import { useCertificate } from '../../features/settings/certificate/certificate.queries.ts';
import { CertificateSteps } from '../../features/settings/certificate/certificate-steps.tsx';
import classes from './certificate.module.css';

/** For the person who holds a new tablet, and the one who runs the server: no sign-in. */
export function CertificatePage() {
  const { t } = useTranslation('certificate');
  const { data, isPending, isLoadingError, error, refetch } = useCertificate();
  return (
    <Page title={t('title')} narrow>
      <PageHead title={t('title')} text={t('text')} />
      {isPending ? <Skeleton height={320} radius={12} /> : null}
      {isLoadingError ? <LoadError error={error} onRetry={() => void refetch()} /> : null}
      {data === null ? (
        <Card title={t('off.title')}>
          <p>{t('off.text')}</p>
          <Code block dir="ltr" className={classes.command}>
            HTTPS=local HOST=0.0.0.0 DEMO_MODE=false npm start
          </Code>
          <p>{t('off.other')}</p>
        </Card>
      ) : null}
      {data ? <CertificateSteps certificate={data} /> : null}
    </Page>
  );
}
