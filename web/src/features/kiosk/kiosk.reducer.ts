import type { KioskAnswer } from './kiosk.queries.ts';

/** How long the name stays, and "Not me" with it. */
export const ANSWER_MS = 5_000;
/** From then on the next person is looked at, while the name is still there. */
export const READY_MS = 1_200;
/** How long the kiosk waits for a movement. */
export const MOVEMENT_MS = 9_000;
/** How long a sentence about what to do stays. */
export const REFUSAL_MS = 2_600;
/** After so many refusals in a row the other ways are offered. */
const OFFER_AFTER = 2;

export type Marked = NonNullable<KioskAnswer['mark']>;
type Movement = NonNullable<KioskAnswer['movement']>;

export type Refusal =
  | Exclude<KioskAnswer['outcome'], 'marked' | 'pin_asked' | 'movement_asked' | 'poor_quality'>
  | NonNullable<KioskAnswer['reason']>
  | 'unreachable'
  | 'full'
  | 'tooMany'
  | 'ended'
  | 'failed';

/** What somebody types: digits for a face, or their number and PIN. */
export type Question =
  | {
      readonly kind: 'digits';
      /** Null without a network: the digits are written down beside the face. */
      readonly tryId: string | null;
      readonly asks: 'two_digits' | 'pin';
      /** How often wrong digits were typed. */
      readonly wrong: number;
    }
  | { readonly kind: 'pin'; readonly wrong: number };

export type Screen =
  | { readonly kind: 'watching' }
  /** A request is on its way, in answer to a question or about a face. */
  | { readonly kind: 'asking'; readonly question: Question | null }
  /** Somebody who was recognized is to move. */
  | { readonly kind: 'moving'; readonly movement: Movement }
  | { readonly kind: 'marked'; readonly mark: Marked; readonly isUndone: boolean }
  /** Written down without a network. */
  | { readonly kind: 'recorded' }
  | { readonly kind: 'refused'; readonly refusal: Refusal }
  | Question;

export interface KioskState {
  readonly screen: Screen;
  /** Refusals in a row. */
  readonly refusals: number;
  /** The moment of the last answer, and whether it was a name. */
  readonly since: number;
  readonly wasMarked: boolean;
}

export const KIOSK_START: KioskState = {
  screen: { kind: 'watching' },
  refusals: 0,
  since: 0,
  wasMarked: false,
};

export type KioskEvent =
  | { readonly type: 'asked' }
  | { readonly type: 'answered'; readonly answer: KioskAnswer; readonly at: number }
  /** Without a network every face is asked for two digits, where so many people may be recognized. */
  | { readonly type: 'digits-needed'; readonly at: number }
  | { readonly type: 'recorded'; readonly at: number }
  | { readonly type: 'failed'; readonly refusal: Refusal; readonly at: number }
  | { readonly type: 'undone'; readonly mark: Marked; readonly at: number }
  /** The answer has been shown for long enough, or somebody closed it. */
  | { readonly type: 'over' }
  | { readonly type: 'chose-pin' };

/** Whether the other ways are shown: faces did not work. */
export const offersWays = ({ refusals }: KioskState): boolean => refusals >= OFFER_AFTER;

/** Whether faces are looked at: while an answer is on its way as well, so that nobody has to hold still again. */
export const isWatching = (state: KioskState): boolean =>
  isOpen(state) || state.screen.kind === 'asking' || state.screen.kind === 'moving';

/** Whether somebody stands in front of the kiosk who is not typing. */
export const isOpen = ({ screen }: KioskState): boolean =>
  screen.kind === 'watching' ||
  screen.kind === 'marked' ||
  screen.kind === 'recorded' ||
  screen.kind === 'refused';

/**
 * Whether a face may be asked about that came to rest at a moment. After a name only a face that came after it: whoever
 * stays would be asked about again and again. After a refusal the same face once more, when the sentence has been read.
 */
export function mayAsk(state: KioskState, stillSince: number, now: number): boolean {
  const { screen, since, wasMarked } = state;
  if (!isOpen(state)) return false;
  if (screen.kind === 'watching' && !wasMarked) return true;
  return stillSince > since && now - since >= READY_MS;
}

/** A look so soon after a refusal is most likely of the person who was refused. */
const SECOND_TRY_MS = 8_000;
export const isSecondTry = ({ refusals, since }: KioskState, now: number): boolean =>
  refusals > 0 && now - since <= SECOND_TRY_MS;

const refuse = (state: KioskState, refusal: Refusal, at: number): KioskState => ({
  screen: { kind: 'refused', refusal },
  refusals: state.refusals + 1,
  since: at,
  wasMarked: false,
});

const isQuestion = (screen: Screen): screen is Question => screen.kind === 'digits' || screen.kind === 'pin';

function answered(state: KioskState, answer: KioskAnswer, at: number): KioskState {
  const { mark, asked, movement, outcome, reason } = answer;
  const question = state.screen.kind === 'asking' ? state.screen.question : null;
  if (mark)
    return { screen: { kind: 'marked', mark, isUndone: false }, refusals: 0, since: at, wasMarked: true };
  if (asked) {
    const screen = { kind: 'digits', tryId: asked.try_id, asks: asked.digits, wrong: 0 } as const;
    return { ...state, screen, since: at };
  }
  if (movement) return { ...state, screen: { kind: 'moving', movement }, since: at };
  // Wrong digits: another try at the same question.
  if (outcome === 'wrong_pin' && question)
    return { ...state, screen: { ...question, wrong: question.wrong + 1 }, since: at };
  if (
    outcome === 'marked' ||
    outcome === 'pin_asked' ||
    outcome === 'movement_asked' ||
    outcome === 'poor_quality'
  )
    return refuse(state, reason ?? 'failed', at);
  return refuse(state, outcome, at);
}

export function kioskReducer(state: KioskState, event: KioskEvent): KioskState {
  switch (event.type) {
    case 'asked': {
      // One request at a time: a second press of a button is not a second question.
      if (state.screen.kind === 'asking') return state;
      const question = isQuestion(state.screen) ? state.screen : null;
      return { ...state, screen: { kind: 'asking', question } };
    }
    case 'answered':
      return answered(state, event.answer, event.at);
    case 'digits-needed': {
      const screen = { kind: 'digits', tryId: null, asks: 'two_digits', wrong: 0 } as const;
      return { ...state, screen, since: event.at };
    }
    case 'recorded':
      return { screen: { kind: 'recorded' }, refusals: 0, since: event.at, wasMarked: true };
    case 'failed':
      return refuse(state, event.refusal, event.at);
    case 'undone': {
      // Shown in full, also when the server took longer than the answer was shown; the next person is not interrupted.
      const { screen } = state;
      const isFree = screen.kind === 'marked' ? screen.mark === event.mark : screen.kind === 'watching';
      if (!isFree) return state;
      return {
        screen: { kind: 'marked', mark: event.mark, isUndone: true },
        refusals: 1,
        since: event.at,
        wasMarked: false,
      };
    }
    case 'chose-pin':
      return { ...state, screen: { kind: 'pin', wrong: 0 } };
    case 'over':
      return { ...state, screen: { kind: 'watching' } };
  }
}
