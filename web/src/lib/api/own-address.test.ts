import { describe, expect, it } from 'vitest';
import { isLoopback } from './own-address.ts';

describe('an address that works on this computer only', () => {
  it.each(['localhost', 'rollcall.localhost', '127.0.0.1', '127.1.2.3', '[::1]'])('is %s', (host) => {
    expect(isLoopback(host)).toBe(true);
  });

  it.each(['rollcall.school.example', '192.168.1.20', 'localhost.example', '[fe80::1]'])(
    'is not %s',
    (host) => {
      expect(isLoopback(host)).toBe(false);
    },
  );
});
