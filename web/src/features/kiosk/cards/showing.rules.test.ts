import { describe, expect, it } from 'vitest';
import { followShowing, ownCode } from './showing.rules.ts';

const CARD = `RC1:${'A'.repeat(32)}`;
const phone = (step: number) => `RP1:0123456789ABCDEF.${step}.0123456789ABCDEF`;

describe('what is held up to the camera', () => {
  it('is a card or a phone of ours, and nothing else', () => {
    expect(ownCode(CARD)).toEqual({ text: CARD, what: CARD });
    expect(ownCode(phone(1))?.what).toBe(ownCode(phone(2))?.what);
    // The numbers of cards are read by readers, not off a picture.
    for (const text of ['https://example.org', '04A23F9B', '']) expect(ownCode(text)).toBeNull();
  });

  it('is one showing while it is there, however often it is lost for a moment', () => {
    const first = followShowing(null, CARD, 0);
    const asked = first && { ...first, isAsked: true };
    const lost = followShowing(asked, null, 1_500);
    expect(followShowing(lost, CARD, 1_900)).toEqual({ what: CARD, seenAt: 1_900, isAsked: true });
  });

  it('is another one when it was away, or is another card', () => {
    const asked = { what: CARD, seenAt: 0, isAsked: true };
    expect(followShowing(asked, null, 2_000)).toBeNull();
    expect(followShowing(asked, CARD, 2_500)).toMatchObject({ isAsked: false });
    expect(followShowing(asked, 'another', 100)).toMatchObject({ what: 'another', isAsked: false });
  });
});
