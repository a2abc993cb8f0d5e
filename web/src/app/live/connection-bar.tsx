import { IconPlugConnectedX } from '@tabler/icons-react';
import { useSyncExternalStore } from 'react';
import { useTranslation } from 'react-i18next';
import { useHost } from '../../lib/api/host.ts';
import { useFormat } from '../../lib/format/format.ts';
import { useInstitutionClock } from '../../lib/format/institution-day.ts';
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
  const text = useMomentText();
  return (
    <div className={`${classes.bar} rc-no-print`} role="status">
      <p className={classes.text}>
        <IconPlugConnectedX size={20} aria-hidden />
        <span>
          <strong>{t('connection.lost', { since: text(since) })}</strong>{' '}
          {isSignedIn && heardAt ? t('connection.figures', { from: text(heardAt) }) : null}
        </span>
      </p>
    </div>
  );
}

/** A time by the institution's clock; with the day if it was not today. */
function useMomentText(): (instant: Date) => string {
  const format = useFormat();
  const clock = useInstitutionClock();
  return (instant) => {
    const day = clock.dayOf(instant);
    const time = format.time(clock.timeOf(instant));
    return day === clock.today() ? time : format.list([format.dayMonth(day), time]);
  };
}
