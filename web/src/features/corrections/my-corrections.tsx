import { Button, Skeleton } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import { Card } from '../../components/card.tsx';
import { LoadError } from '../../components/load-error.tsx';
import { CorrectionItem } from './correction-item.tsx';
import classes from './corrections.module.css';
import { useMyCorrections } from './corrections.queries.ts';

/** A person's own requests, beside their days. */
export function MyCorrections({ onAsk }: { onAsk: () => void }) {
  const { t } = useTranslation('attendance');
  const query = useMyCorrections();
  return (
    <Card
      title={t('corrections.mineTitle')}
      hint={t('corrections.mineHint')}
      className="rc-no-print"
      actions={
        <Button size="xs" variant="light" onClick={onAsk}>
          {t('corrections.ask')}
        </Button>
      }
    >
      {query.isPending ? <Skeleton height={60} radius={8} /> : null}
      {query.isError && !query.data ? (
        <LoadError error={query.error} onRetry={() => void query.refetch()} />
      ) : null}
      {query.data?.length === 0 ? <p className={classes.quiet}>{t('corrections.mineNone')}</p> : null}
      <ul className={classes.list}>
        {query.data?.map((correction) => (
          <CorrectionItem key={correction.id} correction={correction} isOwn />
        ))}
      </ul>
    </Card>
  );
}
