import { describe, expect, it } from 'vitest';
import type { KioskAnswer } from './kiosk.queries.ts';
import {
  isOpen,
  isSecondTry,
  isWatching,
  KIOSK_START,
  type KioskEvent,
  type KioskState,
  kioskReducer,
  mayAsk,
  offersWays,
} from './kiosk.reducer.ts';

const NOTHING = { mark: null, asked: null, movement: null, reason: null };
const mark = {
  answer_id: 'a',
  name: 'Aylin K.',
  time: '08:00',
  direction: 'in',
  is_repeat: false,
  status: 'on_time',
} as const;
const run = (events: readonly KioskEvent[], from: KioskState = KIOSK_START) =>
  events.reduce(kioskReducer, from);
const answer = (given: Partial<KioskAnswer> & Pick<KioskAnswer, 'outcome'>, at = 1): KioskEvent => ({
  type: 'answered',
  answer: { ...NOTHING, ...given },
  at,
});

describe('the screen of a kiosk', () => {
  it('takes a look soon after a refusal for a second try', () => {
    const refused = run([{ type: 'asked' }, answer({ outcome: 'unknown' }, 1000)]);
    expect([isSecondTry(refused, 9000), isSecondTry(refused, 9001)]).toEqual([true, false]);
    const marked = run([{ type: 'asked' }, answer({ outcome: 'marked', mark }, 2000)], refused);
    expect(isSecondTry(marked, 3000)).toBe(false);
    expect(isSecondTry(KIOSK_START, 0)).toBe(false);
  });

  it('shows a name and looks at the next face that comes to rest after it', () => {
    const state = run([{ type: 'asked' }, answer({ outcome: 'marked', mark }, 700)]);
    expect(state.screen).toEqual({ kind: 'marked', mark, isUndone: false });
    expect(mayAsk(state, 600, 5000)).toBe(false);
    expect(mayAsk(state, 900, 1500)).toBe(false);
    expect(mayAsk(state, 900, 2000)).toBe(true);
    const over = run([{ type: 'over' }], state);
    expect(mayAsk(over, 600, 9000)).toBe(false);
    expect(mayAsk(over, 6000, 9000)).toBe(true);
    expect(isOpen(run([{ type: 'asked' }]))).toBe(false);
    expect(run([{ type: 'over' }], state).screen).toEqual({ kind: 'watching' });
  });

  it('offers the other ways after the second refusal in a row', () => {
    const once = run([{ type: 'asked' }, answer({ outcome: 'unknown' })]);
    expect(once.screen).toEqual({ kind: 'refused', refusal: 'unknown' });
    expect(offersWays(once)).toBe(false);
    // Whoever stays is looked at again once the sentence has been read.
    expect(mayAsk(once, 0, 1.5)).toBe(false);
    expect(mayAsk(run([{ type: 'over' }], once), 0, 3000)).toBe(true);
    const twice = run([{ type: 'asked' }, answer({ outcome: 'poor_quality', reason: 'too_dark' })], once);
    expect(twice.screen).toEqual({ kind: 'refused', refusal: 'too_dark' });
    expect(offersWays(twice)).toBe(true);
    expect(offersWays(run([{ type: 'asked' }, answer({ outcome: 'marked', mark })], twice))).toBe(false);
  });

  it('asks for digits, and again when they were wrong', () => {
    const asked = { try_id: 't', digits: 'pin' } as const;
    const question = run([{ type: 'asked' }, answer({ outcome: 'pin_asked', asked })]);
    expect(question.screen).toEqual({ kind: 'digits', tryId: 't', asks: 'pin', wrong: 0 });
    expect(isOpen(question)).toBe(false);
    const wrong = run([{ type: 'asked' }, answer({ outcome: 'wrong_pin' })], question);
    expect(wrong.screen).toEqual({ kind: 'digits', tryId: 't', asks: 'pin', wrong: 1 });
    const ended = run([{ type: 'asked' }, { type: 'failed', refusal: 'ended', at: 5 }], wrong);
    expect(ended.screen).toEqual({ kind: 'refused', refusal: 'ended' });
  });

  it('keeps the question when it is asked a second time before the first answer', () => {
    const asked = { try_id: 't', digits: 'two_digits' } as const;
    const question = run([{ type: 'asked' }, answer({ outcome: 'pin_asked', asked })]);
    const twice = run([{ type: 'asked' }, { type: 'asked' }], question);
    expect(twice.screen).toEqual({ kind: 'asking', question: question.screen });
    const wrong = run(
      [answer({ outcome: 'wrong_pin' }), { type: 'asked' }, answer({ outcome: 'wrong_pin' })],
      twice,
    );
    expect(wrong.screen).toEqual({ kind: 'digits', tryId: 't', asks: 'two_digits', wrong: 2 });
  });

  it('asks for one movement after another, and looks on meanwhile', () => {
    const movement = { movement_id: 'm', step: 'turn_left', number: 1, of: 2 } as const;
    const first = run([{ type: 'asked' }, answer({ outcome: 'movement_asked', movement }, 700)]);
    expect(first.screen).toEqual({ kind: 'moving', movement });
    // Nobody else is asked about meanwhile, and a card has to wait.
    expect([isWatching(first), isOpen(first), mayAsk(first, 900, 5000)]).toEqual([true, false, false]);
    const next = { ...movement, step: 'nod', number: 2 } as const;
    const second = run(
      [{ type: 'asked' }, answer({ outcome: 'movement_asked', movement: next }, 900)],
      first,
    );
    expect(second.screen).toEqual({ kind: 'moving', movement: next });
    expect(run([{ type: 'asked' }, answer({ outcome: 'marked', mark })], second).screen.kind).toBe('marked');
    const still = run([{ type: 'failed', refusal: 'not_moved', at: 9 }], second);
    expect([still.screen, still.refusals]).toEqual([{ kind: 'refused', refusal: 'not_moved' }, 1]);
  });

  it('keeps number and PIN open when one of them was wrong', () => {
    const wrong = run([{ type: 'chose-pin' }, { type: 'asked' }, answer({ outcome: 'wrong_pin' })]);
    expect(wrong.screen).toEqual({ kind: 'pin', wrong: 1 });
  });

  it('writes down without a network, and does not ask about the same face again', () => {
    const recorded = run([{ type: 'asked' }, { type: 'recorded', at: 700 }]);
    expect(recorded.screen).toEqual({ kind: 'recorded' });
    expect(isOpen(recorded)).toBe(true);
    expect(mayAsk(recorded, 600, 5000)).toBe(false);
    expect(mayAsk(recorded, 900, 2000)).toBe(true);
    const asked = run([{ type: 'digits-needed', at: 5 }]);
    expect(asked.screen).toEqual({ kind: 'digits', tryId: null, asks: 'two_digits', wrong: 0 });
    expect(isOpen(asked)).toBe(false);
    const full = run([{ type: 'asked' }, { type: 'failed', refusal: 'full', at: 5 }]);
    expect(full.screen).toEqual({ kind: 'refused', refusal: 'full' });
  });

  it('counts “Not me” as a refusal', () => {
    const marked = [{ type: 'asked' }, answer({ outcome: 'marked', mark })] as const;
    const takenBack = { type: 'undone', mark, at: 9000 } as const;
    const undone = run([...marked, takenBack]);
    expect(undone).toMatchObject({ screen: { kind: 'marked', isUndone: true }, refusals: 1, since: 9000 });
  });

  it('shows “Not me” also when the server answers after the name has gone, and interrupts nobody else', () => {
    const takenBack = { type: 'undone', mark, at: 9000 } as const;
    expect(run([takenBack]).screen).toEqual({ kind: 'marked', mark, isUndone: true });
    const next = answer({ outcome: 'marked', mark: { ...mark } });
    expect(run([{ type: 'asked' }, next, takenBack]).screen).toMatchObject({ isUndone: false });
    expect(run([{ type: 'asked' }, takenBack]).screen.kind).toBe('asking');
  });
});
