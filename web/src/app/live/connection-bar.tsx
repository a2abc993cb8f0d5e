import { IconPlugConnectedX } from '@tabler/icons-react';
import { useSyncExternalStore } from 'react';
import { useTranslation } from 'react-i18next';
import { useHost } from '../../lib/api/host.ts';
import { useFormat } from '../../lib/format/format.ts';
import { useSessionState } from '../../lib/session/session.ts';
import { type Outage, useConnection } from './connection.ts';
import classes from './notice-bar.module.css';

/** Says below the top bar that the server does not answer, since when, and how old the figures are. */
export function ConnectionBar() {
  const connection = useConnection();
  const outage = useSyncExternalStore(connection.subscribe, connection.outage, connection.outage);
  const { isInBrowser } = useHost();
  return outage && !isInBrowser ? <LostNote outage={outage} /> : null;
}

function LostNote({ outage: { since, heardAt } }: { outage: Outage }) {
  const { t } = useTranslation();
  const { isSignedIn } = useSessionState();
  const format = useFormat();
  return (
    <div className={`${classes.bar} rc-no-print`} role="status">
      <p className={classes.text}>
        <IconPlugConnectedX size={20} aria-hidden />
        <span>
          <strong>{t('connection.lost', { since: format.recentMoment(since) })}</strong>{' '}
          {isSignedIn && heardAt ? t('connection.figures', { from: format.recentMoment(heardAt) }) : null}
        </span>
      </p>
    </div>
  );
}
