import { Button, Loader } from '@mantine/core';
import { leftOfStep, phoneCode, stepAt } from '@rollcall/core/attendance/kiosk/cards/phone-codes.rules';
import { useEffect, useEffectEvent, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { QrCode } from '../../../components/display/qr-code.tsx';
import { LinkButton } from '../../../components/inputs/link-button.tsx';
import { now } from '../../../lib/format/dates.ts';
import { createPhoneStore, type OwnPhone } from '../../../lib/kiosk/phone-store.ts';
import { useSessionState } from '../../../lib/session/session.ts';
import { Problem } from '../problem.tsx';
import classes from './my-code.module.css';
import { useAddPhone, useCompareClock, useOwnPhone } from './phones.queries.ts';

/** The code of this phone, or how to get one. It needs no network once the phone was added. */
export function MyCode() {
  const { t } = useTranslation('cards');
  const [store] = useState(createPhoneStore);
  const own = useOwnPhone(store);
  const compared = useCompareClock(store);
  const add = useAddPhone(store);
  const { isSignedIn } = useSessionState();
  if (own.data) return <ChangingCode phone={own.data} />;
  return (
    <div className={classes.note}>
      <h1>{t('code.title')}</h1>
      {own.isPending ? <Loader aria-label={t('code.title')} /> : null}
      {own.data === null && isSignedIn ? (
        <>
          {compared.data === 'ended' ? <p role="status">{t('code.ended')}</p> : null}
          <p>{t('code.setUpText')}</p>
          <Problem error={add.error} fallback={t('code.failed')} />
          <Button size="lg" loading={add.isPending} onClick={() => add.mutate()}>
            {t('code.setUp')}
          </Button>
        </>
      ) : null}
      {own.data === null && !isSignedIn ? (
        <>
          <p>{t('code.signInText')}</p>
          <LinkButton to="/login" search={{ next: '/my-code' }} size="lg">
            {t('code.signIn')}
          </LinkButton>
        </>
      ) : null}
      <LinkButton to="/account" variant="subtle">
        {t('code.back')}
      </LinkButton>
    </div>
  );
}

const TICK_MS = 250;

/** The server's time as this phone knows it. */
const serverTime = ({ aheadMs }: OwnPhone): Date => new Date(now().getTime() + aheadMs);

function ChangingCode({ phone }: { phone: OwnPhone }) {
  const { t } = useTranslation('cards');
  const [shown, setShown] = useState<{ readonly step: number; readonly text: string } | null>(null);
  const [left, setLeft] = useState(() => leftOfStep(serverTime(phone)));
  const tick = useEffectEvent(() => {
    const at = serverTime(phone);
    const step = stepAt(at);
    setLeft(leftOfStep(at));
    if (shown?.step !== step)
      void phoneCode(phone.key, phone.phoneId, at).then((text) => setShown({ step, text }));
  });
  useEffect(() => {
    tick();
    const timer = setInterval(tick, TICK_MS);
    return () => clearInterval(timer);
  }, []);
  useWakeLock();
  return (
    <div className={classes.screen} data-code-step={shown?.step}>
      <p className={classes.name}>{phone.name}</p>
      <div className={classes.code}>
        {shown ? (
          <QrCode text={shown.text} label={t('code.label')} />
        ) : (
          <Loader aria-label={t('code.title')} />
        )}
      </div>
      <p className={classes.hold}>{t('code.hold')}</p>
      <p className={classes.left}>{t('code.left', { count: Math.ceil(left / 1_000) })}</p>
      <p className={classes.small}>{t('code.offline')}</p>
      <LinkButton to="/account" variant="transparent" c="#111" td="underline">
        {t('code.back')}
      </LinkButton>
    </div>
  );
}

/** Keeps the screen on while the code is held up, where the browser can. */
function useWakeLock(): void {
  useEffect(() => {
    const leaving = new AbortController();
    const ask = () => {
      if (document.visibilityState !== 'visible' || !('wakeLock' in navigator)) return;
      navigator.wakeLock.request('screen').then(
        (lock) => leaving.signal.addEventListener('abort', () => void lock.release()),
        () => undefined,
      );
    };
    ask();
    document.addEventListener('visibilitychange', ask, { signal: leaving.signal });
    return () => leaving.abort();
  }, []);
}
