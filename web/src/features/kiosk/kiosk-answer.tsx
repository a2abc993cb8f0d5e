import {
  IconArrowBackUp,
  IconCircleCheck,
  IconClipboardCheck,
  IconClockExclamation,
  IconDoorExit,
  IconInfoCircle,
} from '@tabler/icons-react';
import { useTranslation } from 'react-i18next';
import { useFormat } from '../../lib/format/format.ts';
import type { Refusal, Screen } from './kiosk.reducer.ts';
import classes from './kiosk-answer.module.css';

type Marked = Extract<Screen, { kind: 'marked' }>;

const isLate = ({ status }: Marked['mark']): boolean => status === 'late' || status === 'very_late';

/** Tells the kinds of answers apart by color, shape and word. */
function toneOf({ mark, isUndone }: Marked) {
  if (isUndone) return { tone: 'undone', Icon: IconArrowBackUp } as const;
  if (mark.direction === 'out') return { tone: 'out', Icon: IconDoorExit } as const;
  if (isLate(mark)) return { tone: 'late', Icon: IconClockExclamation } as const;
  return { tone: 'in', Icon: IconCircleCheck } as const;
}

interface MarkedAnswerProps {
  readonly screen: Marked;
  /** The answer to "Not me" is awaited. */
  readonly isTakingBack: boolean;
  readonly onNotMe: () => void;
}

/** Name, time and status over the whole screen: legible from two meters. */
export function MarkedAnswer({ screen, isTakingBack, onNotMe }: MarkedAnswerProps) {
  const { t } = useTranslation('kiosk');
  const format = useFormat();
  const { mark, isUndone } = screen;
  const { tone, Icon } = toneOf(screen);
  return (
    <div className={classes.answer} data-tone={tone} data-kiosk-answer={isUndone ? 'undone' : 'marked'}>
      <div className={classes.words} role="status">
        <Icon className={classes.sign} stroke={2} aria-hidden />
        {isUndone ? (
          <p className={classes.message}>{t('undone')}</p>
        ) : (
          <>
            <p className={classes.name}>{mark.name}</p>
            <time className={classes.time}>{format.time(mark.time)}</time>
            <p className={classes.message}>{messageOf(mark, t)}</p>
          </>
        )}
      </div>
      {isUndone ? null : (
        <button type="button" className={classes.notMe} disabled={isTakingBack} onClick={onNotMe}>
          {t('notMe')}
        </button>
      )}
    </div>
  );
}

type T = ReturnType<typeof useTranslation<'kiosk'>>['t'];

function messageOf(mark: Marked['mark'], t: T): string {
  if (mark.direction === 'out') return mark.is_repeat ? t('marked.outAgain') : t('marked.out');
  if (mark.is_repeat) return t('marked.inAgain');
  if (mark.status === 'on_time') return t('marked.onTime');
  if (isLate(mark)) return mark.status === 'late' ? t('marked.late') : t('marked.veryLate');
  return t('marked.in');
}

/** Without a network: it is written down, and nobody is named before the server has said who it is. */
export function RecordedAnswer() {
  const { t } = useTranslation('kiosk');
  return (
    <div className={classes.answer} data-tone="recorded" data-kiosk-answer="recorded">
      <div className={classes.words} role="status">
        <IconClipboardCheck className={classes.sign} stroke={2} aria-hidden />
        <p className={classes.name}>{t('recorded.title')}</p>
        <p className={classes.message}>{t('recorded.text')}</p>
      </div>
    </div>
  );
}

/** One sentence that says what to do; nothing red, because nobody did anything wrong. */
export function RefusedAnswer({ refusal }: { refusal: Refusal }) {
  const { t } = useTranslation('kiosk');
  return (
    <div className={classes.refused} role="status" data-kiosk-answer={refusal}>
      <IconInfoCircle size={40} aria-hidden />
      <p>{t(`refused.${refusal}`)}</p>
    </div>
  );
}
