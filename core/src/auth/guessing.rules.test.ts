import { describe, expect, it } from 'vitest';
import { createFairTurns, createKeyedQueue } from './fair-turns.ts';
import { networkOf, retryAfter } from './guessing.rules.ts';

const now = new Date('2026-03-02T12:00:00Z');
const ago = (minutes: number) => new Date(now.getTime() - minutes * 60_000);
const times = (count: number, minutes: number) => Array.from({ length: count }, () => ago(minutes));
const none = { account: [], pair: [], network: [], device: [] };

describe('retryAfter', () => {
  it('allows four failures of an account from one network, and waits until the fifth last is 15 minutes old', () => {
    expect(retryAfter({ ...none, pair: [4, 3, 2, 1].map(ago) }, false, now)).toBeNull();
    expect(retryAfter({ ...none, pair: [14, 13, 3, 2, 1, 0.5].map(ago) }, false, now)).toBe(2 * 60);
    expect(retryAfter({ ...none, pair: times(9, 15) }, false, now)).toBeNull();
  });

  it('delays an account longer with each failure of a day, and takes the longest wait of all', () => {
    const wait = (count: number, minutes: number) =>
      retryAfter({ ...none, account: times(count, minutes) }, false, now);
    expect([wait(9, 0), wait(10, 0), wait(11, 0), wait(15, 0), wait(500, 0)]).toEqual([
      null,
      30,
      60,
      900,
      900,
    ]);
    expect([wait(500, 14), wait(500, 15), wait(500, 24 * 60)]).toEqual([60, null, null]);
    expect(retryAfter({ ...none, account: times(10, 0), pair: times(5, 0) }, false, now)).toBe(900);
  });

  it('lets at most 109 guesses at an account through in a day, 14 in a quarter of an hour, from however many addresses', () => {
    const guesses: Date[] = [];
    let at = now;
    const within = (hours: number) => at.getTime() < now.getTime() + hours * 3_600_000;
    const early = () => guesses.filter((each) => each.getTime() < now.getTime() + 15 * 60_000).length;
    while (within(24)) {
      const wait = retryAfter({ ...none, account: guesses }, false, at);
      if (wait === null) guesses.push(at);
      else at = new Date(at.getTime() + wait * 1000);
    }
    expect([guesses.length, early()]).toEqual([109, 14]);
  });

  it('looks at the failures of a known device only, and of others never at those', () => {
    const crowd = { account: times(500, 0), pair: times(500, 0), network: times(500, 0) };
    expect(retryAfter({ ...crowd, device: [] }, true, now)).toBeNull();
    expect(retryAfter({ ...crowd, device: times(5, 0) }, true, now)).toBe(30);
    expect(retryAfter({ ...none, device: times(500, 0) }, false, now)).toBeNull();
  });

  it('is not stretched by failures that a wrong clock wrote into the future', () => {
    expect(retryAfter({ ...none, account: times(500, -600) }, false, now)).toBe(900);
    expect(retryAfter({ ...none, account: times(500, -60 * 24 * 400) }, false, now)).toBeNull();
  });
});

describe('the network of an address', () => {
  it.each([
    ['203.0.113.7', '203.0.113.7'],
    ['::ffff:203.0.113.7', '203.0.113.7'],
    ['0:0:0:0:0:FFFF:203.0.113.7', '203.0.113.7'],
    ['2001:DB8:0001:2:3:4:5:6', '2001:db8:1:2::/64'],
    ['2001:db8:1:2::9', '2001:db8:1:2::/64'],
    ['2001:db8::1', '2001:db8:0:0::/64'],
    ['2001:db8::1:2:3:4:5', '2001:db8:0:1::/64'],
    ['fe80::1%eth0', 'fe80:0:0:0::/64'],
    ['::1', '0:0:0:0::/64'],
    ['64:ff9b::203.0.113.7', '64:ff9b:0:0::/64'],
    ['unknown', 'unknown'],
  ])('of %s is %s', (address, network) => {
    expect(networkOf(address)).toBe(network);
  });
});

describe('createKeyedQueue', () => {
  it('runs work of one key in order and of two keys in parallel, also after a failure', async () => {
    const oneByOne = createKeyedQueue({ perKey: 5, inAll: 100 });
    const log: string[] = [];
    const work = (name: string) => async () => {
      log.push(`${name} begins`);
      await Promise.resolve();
      log.push(`${name} ends`);
      if (name === 'a1') throw new Error('no');
    };
    await Promise.allSettled([
      oneByOne('a', work('a1')),
      oneByOne('a', work('a2')),
      oneByOne('b', work('b1')),
    ]);
    expect(log.indexOf('a1 ends')).toBeLessThan(log.indexOf('a2 begins'));
    expect(log.indexOf('b1 begins')).toBeLessThan(log.indexOf('a2 begins'));
  });

  it('refuses when too many wait', async () => {
    const oneByOne = createKeyedQueue({ perKey: 2, inAll: 100 });
    const calls = Array.from({ length: 5 }, () => oneByOne('a', async () => 'done'));
    const outcomes = (await Promise.allSettled(calls)).map(({ status }) => status);
    expect(outcomes).toEqual(['fulfilled', 'fulfilled', 'fulfilled', 'rejected', 'rejected']);
    expect(await oneByOne('a', async () => 'done')).toBe('done');
  });

  it('refuses when too many wait in all, however many keys they have', async () => {
    const oneByOne = createKeyedQueue({ perKey: 2, inAll: 3 });
    const calls = ['a', 'b', 'c', 'd', 'a'].map((key) => oneByOne(key, async () => key));
    const outcomes = (await Promise.allSettled(calls)).map(({ status }) => status);
    expect(outcomes).toEqual(['fulfilled', 'fulfilled', 'fulfilled', 'rejected', 'rejected']);
    expect(await oneByOne('d', async () => 'done')).toBe('done');
  });
});

describe('createFairTurns', () => {
  it('makes others wait for one piece of work of a flood, not for all of it', async () => {
    const inTurn = createFairTurns({ running: 1, perKey: 100, inAll: 100 });
    const order: string[] = [];
    const work = (name: string) => async () => {
      order.push(name);
      await Promise.resolve();
    };
    const flood = Array.from({ length: 20 }, (_, index) => inTurn('flood', work(`flood ${index}`)));
    await Promise.all([...flood, inTurn('school', work('school 1')), inTurn('school', work('school 2'))]);
    expect(order.slice(0, 5)).toEqual(['flood 0', 'flood 1', 'school 1', 'flood 2', 'school 2']);
    expect(order).toHaveLength(22);
  });

  it('runs as many at once as it may, refuses what cannot wait, and goes on after failures', async () => {
    const inTurn = createFairTurns({ running: 2, perKey: 2, inAll: 3 });
    let running = 0;
    let peak = 0;
    const work = async () => {
      running += 1;
      peak = Math.max(peak, running);
      await Promise.resolve();
      running -= 1;
      throw new Error('fails');
    };
    const keys = ['a', 'a', 'a', 'a', 'a', 'b', 'c'];
    const outcomes = await Promise.allSettled(keys.map((key) => inTurn(key, work)));
    const codes = outcomes.map((each) => (each.status === 'rejected' ? (each.reason.code ?? 'ran') : ''));
    expect(codes).toEqual(['ran', 'ran', 'ran', 'ran', 'busy', 'ran', 'busy']);
    expect(peak).toBe(2);
    expect(await inTurn('a', async () => 'done')).toBe('done');
  });
});
