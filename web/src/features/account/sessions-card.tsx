import { Badge, Button, Skeleton } from '@mantine/core';
import { IconDeviceDesktop, IconDeviceMobile } from '@tabler/icons-react';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { LoadError } from '../../components/feedback/load-error.tsx';
import { Card } from '../../components/layout/card.tsx';
import { ConfirmModal } from '../../components/layout/form-modal.tsx';
import rows from '../../components/layout/rows.module.css';
import { useFormat } from '../../lib/format/format.ts';
import classes from './account.module.css';
import { type SessionRow, useEndSessions, useSessions } from './account.queries.ts';

/** The devices on which the account is signed in. */
export function SessionsCard() {
  const { t } = useTranslation('account');
  const query = useSessions();
  const { one, others } = useEndSessions();
  const [isAsking, setAsking] = useState(false);
  const hasOthers = query.data?.some(({ current }) => !current) ?? false;
  return (
    <Card
      title={t('sessions.title')}
      hint={t('sessions.hint')}
      actions={
        hasOthers ? (
          <Button size="xs" variant="default" onClick={() => setAsking(true)}>
            {t('sessions.endOthers')}
          </Button>
        ) : null
      }
    >
      {query.isPending ? <Skeleton height={120} radius={8} /> : null}
      {query.isError && !query.data ? (
        <LoadError error={query.error} onRetry={() => void query.refetch()} />
      ) : null}
      <ul className={`${rows.rows} ${classes.rows}`}>
        {query.data?.map((session) => (
          <Row
            key={session.id}
            session={session}
            isBusy={one.isPending && one.variables === session.id}
            onEnd={() => one.mutate(session.id)}
          />
        ))}
      </ul>
      {isAsking ? (
        <ConfirmModal
          title={t('sessions.endOthers')}
          confirm={t('sessions.endOthers')}
          isBusy={others.isPending}
          onConfirm={() => others.mutate(undefined, { onSettled: () => setAsking(false) })}
          onClose={() => setAsking(false)}
        >
          {t('sessions.endOthersText')}
        </ConfirmModal>
      ) : null}
    </Card>
  );
}

const PHONE = /iphone|android|mobile|ipad|tablet/i;

function Row({ session, isBusy, onEnd }: { session: SessionRow; isBusy: boolean; onEnd: () => void }) {
  const { t } = useTranslation('account');
  const format = useFormat();
  const device = session.device === 'Unknown' ? t('sessions.unknownDevice') : session.device;
  const Icon = PHONE.test(device) ? IconDeviceMobile : IconDeviceDesktop;
  return (
    <li>
      <Icon size={24} aria-hidden />
      <div className={classes.what}>
        <div className={classes.named}>
          <strong>{device}</strong>
          {session.current ? (
            <Badge variant="light" tt="none">
              {t('sessions.current')}
            </Badge>
          ) : null}
        </div>
        <span>
          {[session.address, t('sessions.used', { date: format.moment(session.last_used_at) })]
            .filter(Boolean)
            .join(' · ')}
        </span>
        <span>
          {t('sessions.sinceBy', {
            date: format.fullMoment(session.created_at),
            means: t(`sessions.means.${session.means}`),
          })}
        </span>
      </div>
      {session.current ? null : (
        <Button
          size="xs"
          variant="default"
          loading={isBusy}
          aria-label={`${t('sessions.end')}: ${device}`}
          onClick={onEnd}
        >
          {t('sessions.end')}
        </Button>
      )}
    </li>
  );
}
