import { beforeEach, describe, expect, it } from 'vitest';
import { saveWayBack, takeWayBack } from './way-back.ts';

beforeEach(() => sessionStorage.clear());

describe('the way back from a kiosk in one’s own tab', () => {
  it('is taken once', () => {
    saveWayBack(sessionStorage, { href: '/settings/kiosks?x=1', language: 'de' });
    expect(takeWayBack(sessionStorage)).toEqual({ href: '/settings/kiosks?x=1', language: 'de' });
    expect(takeWayBack(sessionStorage)).toBeNull();
  });

  it('leads to pages of this app only, and never to the kiosk itself', () => {
    for (const href of ['https://example.com/', '//example.com', '', '/kiosk', '/kiosk?a=1']) {
      saveWayBack(sessionStorage, { href, language: 'en' });
      expect(takeWayBack(sessionStorage)).toBeNull();
    }
    for (const text of ['null', '{', '{"href":"/"}', '{"href":"/","language":"xx"}', '[]']) {
      sessionStorage.setItem('rollcall-kiosk-way-back', text);
      expect(takeWayBack(sessionStorage)).toBeNull();
    }
  });
});
