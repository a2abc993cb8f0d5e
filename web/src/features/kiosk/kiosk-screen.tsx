import { IconCloudOff, IconKeyboard } from '@tabler/icons-react';
import { useEffect, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { CameraProblemNote } from '../../components/camera/camera-notes.tsx';
import { MovementFigure } from '../../components/camera/movement-figure.tsx';
import { useHost } from '../../lib/api/host.ts';
import type { Guidance } from '../../lib/camera/use-guidance.ts';
import { useFormat } from '../../lib/format/format.ts';
import { useInstitutionClock } from '../../lib/format/institution-day.ts';
import type { KioskClock } from '../../lib/kiosk/kiosk-clock.ts';
import { welcomeOf } from './cards/welcome.rules.ts';
import { useKioskCare, useKioskFigures } from './care/use-kiosk-care.ts';
import { ExitCorner } from './exit/exit-corner.tsx';
import { type KioskParts, type OwnKiosk, useQueueSize } from './kiosk.queries.ts';
import { offersWays } from './kiosk.reducer.ts';
import { MarkedAnswer, RecordedAnswer, RefusedAnswer } from './kiosk-answer.tsx';
import classes from './kiosk-screen.module.css';
import { hintAtKiosk } from './look.rules.ts';
import { DigitsEntry, PinEntry } from './pin-entry.tsx';
import { type KioskFlow, useKioskFlow } from './use-kiosk-flow.ts';

interface KioskScreenProps {
  readonly kiosk: OwnKiosk;
  readonly parts: KioskParts;
  /** What the device keeps cannot be read. */
  readonly isStorageLost: boolean;
  readonly onEnded: () => void;
}

/** What people at the door see. */
export function KioskScreen({ kiosk, parts, isStorageLost, onEnded }: KioskScreenProps) {
  const { t } = useTranslation(['kiosk', 'camera']);
  const hasFaces = kiosk.means.includes('face');
  const hasPin = kiosk.means.includes('pin');
  const usesCamera = kiosk.means.some((each) => each !== 'pin');
  const [isCovered, setCovered] = useState(false);
  const figures = useKioskFigures();
  const flow = useKioskFlow({ kiosk, parts, figures, isCovered, onEnded });
  useKioskCare({ parts, flow, figures, hasFaces, usesCamera, isCovered, isStorageLost });
  const { state, camera } = flow;
  const { screen } = state;
  const isBlind = !usesCamera || camera.state.status === 'failed';
  const isTyping = screen.kind === 'digits' || screen.kind === 'pin';
  return (
    <div className={classes.kiosk} data-kiosk={screen.kind} data-camera={camera.state.status}>
      {usesCamera ? (
        <div className={classes.picture} data-mirrored={camera.isMirrored} data-ready={camera.isReady}>
          {/* No captions: there is no sound. */}
          <video ref={camera.videoRef} muted autoPlay playsInline aria-label={t('camera:preview')} />
        </div>
      ) : null}
      <header className={classes.head}>
        <div>
          <h1 className={classes.institution}>{kiosk.institution}</h1>
          <p>{kiosk.place ? `${kiosk.name} · ${kiosk.place}` : kiosk.name}</p>
        </div>
        <Clock serverNow={parts.clock.serverNow} />
      </header>
      <div className={classes.middle}>
        {camera.state.status === 'failed' ? <CameraProblemNote problem={camera.state.problem} /> : null}
        <QueueNote parts={parts} isOffline={kiosk.isOffline} />
        {screen.kind === 'moving' ? (
          <div className={classes.movement}>
            <MovementFigure movement={screen.movement.step} />
          </div>
        ) : null}
        {screen.kind === 'refused' ? <RefusedAnswer refusal={screen.refusal} /> : null}
      </div>
      <footer className={classes.foot}>
        <Sentence flow={flow} isBlind={isBlind} means={kiosk.means} />
        {hasPin && !isTyping ? (
          <button
            type="button"
            className={classes.way}
            data-offered={isBlind || !hasFaces || offersWays(state)}
            onClick={flow.choosePin}
          >
            <IconKeyboard size={28} aria-hidden />
            {t('usePin')}
          </button>
        ) : null}
      </footer>
      <Cover flow={flow} />
      <ExitCorner kiosk={kiosk} parts={parts} onCovered={setCovered} />
    </div>
  );
}

/** What covers the picture: an answer, or something to type. */
function Cover({ flow }: { flow: KioskFlow }) {
  const { screen } = flow.state;
  const question = screen.kind === 'asking' ? screen.question : screen;
  if (screen.kind === 'marked')
    return (
      <div className={classes.cover}>
        <MarkedAnswer
          screen={screen}
          isTakingBack={flow.isTakingBack}
          onNotMe={() => flow.notMe(screen.mark)}
        />
      </div>
    );
  if (screen.kind === 'recorded')
    return (
      <div className={classes.cover}>
        <RecordedAnswer />
      </div>
    );
  if (question?.kind === 'digits')
    return (
      <div className={classes.cover}>
        <DigitsEntry
          key={`${question.tryId ?? ''} ${question.wrong}`}
          asks={question.asks}
          isWrong={question.wrong > 0}
          isBusy={flow.isAsking}
          onDone={(digits) => flow.sendDigits(question.tryId, digits)}
          onClose={flow.close}
        />
      </div>
    );
  if (question?.kind === 'pin')
    return (
      <div className={classes.cover}>
        <PinEntry
          key={`pin ${question.wrong}`}
          isWrong={question.wrong > 0}
          isBusy={flow.isAsking}
          onDone={flow.sendPin}
          onClose={flow.close}
        />
      </div>
    );
  return null;
}

interface SentenceProps {
  readonly flow: KioskFlow;
  /** Without a camera nobody is told to look into it. */
  readonly isBlind: boolean;
  readonly means: OwnKiosk['means'];
}

/** What to do now. */
function Sentence({ flow, isBlind, means }: SentenceProps) {
  const { t } = useTranslation(['kiosk', 'camera']);
  const { screen } = flow.state;
  if (screen.kind === 'asking') return <p className={classes.sentence}>{t('asking')}</p>;
  if (screen.kind === 'moving')
    return (
      <p className={classes.sentence} role="status">
        {t(`camera:challenge.${screen.movement.step}`)}
      </p>
    );
  const welcome = welcomeOf(means, isBlind);
  if (welcome === null) return null;
  const hint = isBlind || !means.includes('face') ? null : hintOf(flow.guidance);
  return (
    <p className={classes.sentence} role="status">
      {hint === null ? t(`welcome.${welcome}`) : t(`camera:guidance.${hint}`)}
    </p>
  );
}

/** Hints for somebody who stands there; nobody is told anything who only passes by. */
function hintOf({ status, sight, width }: Guidance) {
  if (status === 'loading') return 'loading';
  return sight && hintAtKiosk(sight, width);
}

interface QueueNoteProps {
  readonly parts: KioskParts;
  readonly isOffline: boolean;
}

/** That there is no network, and how many wait to be confirmed. */
function QueueNote({ parts, isOffline }: QueueNoteProps) {
  const { t } = useTranslation('kiosk');
  const format = useFormat();
  const { isInBrowser } = useHost();
  const { entries, most } = useQueueSize(parts);
  // Nothing is written down where there is no network; a tab that takes over from another needs a moment.
  if (isInBrowser || (!isOffline && entries === 0)) return null;
  return (
    <p className={classes.queue} role="status" data-kiosk-queue={entries} data-offline={isOffline}>
      <IconCloudOff size={20} aria-hidden />
      {isOffline ? t('queue.offline') : t('queue.sending')}
      {entries > 0 ? ` · ${t('queue.waiting', { count: entries, most: format.number(most) })}` : null}
    </p>
  );
}

const TICK_MS = 1_000;

/** The server's time at the institution, which is the time of the record. */
function Clock({ serverNow }: Pick<KioskClock, 'serverNow'>) {
  const clock = useInstitutionClock();
  const format = useFormat();
  const [shown, setShown] = useState(serverNow);
  useEffect(() => {
    const timer = setInterval(() => setShown(serverNow()), TICK_MS);
    return () => clearInterval(timer);
  }, [serverNow]);
  return <time className={classes.clock}>{format.time(clock.timeOf(shown))}</time>;
}
