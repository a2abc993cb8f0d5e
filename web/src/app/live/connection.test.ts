import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { createConnection, PROBE_MS } from './connection.ts';

beforeEach(() => {
  vi.useFakeTimers();
  vi.setSystemTime('2026-11-16T09:30:00Z');
});
afterEach(() => void vi.useRealTimers());

/** A network whose next answers the test chooses; an error means that nobody answers. */
function openNetwork() {
  const network = { answer: (): Response => new Response('{}') };
  const asked: string[] = [];
  const through: typeof fetch = async (input) => {
    asked.push(String(input));
    return network.answer();
  };
  return { network, asked, connection: createConnection(through, 'http://school') };
}
const nobody = () => {
  throw new TypeError('Failed to fetch');
};

describe('connection', () => {
  it('is lost with the first call that nobody answers, and knows from when the figures are', async () => {
    const { network, connection } = openNetwork();
    await connection.watch('http://school/api/stats');
    vi.setSystemTime('2026-11-16T09:31:00Z');
    network.answer = nobody;
    await expect(connection.watch('http://school/api/stats')).rejects.toThrow('Failed to fetch');
    expect(connection.outage()).toEqual({
      since: new Date('2026-11-16T09:31:00Z'),
      heardAt: new Date('2026-11-16T09:30:00Z'),
    });
  });

  it('asks the server while it is lost and comes back with the first answer, whatever it says', async () => {
    const { network, asked, connection } = openNetwork();
    const onReturn = vi.fn();
    connection.onReturn(onReturn);
    network.answer = nobody;
    await connection.watch('http://school/api/stats').catch(() => undefined);
    await vi.advanceTimersByTimeAsync(2 * PROBE_MS);
    expect(asked.slice(1)).toEqual(['http://school/api/health', 'http://school/api/health']);
    expect(onReturn).not.toHaveBeenCalled();
    network.answer = () => new Response('', { status: 500 });
    await vi.advanceTimersByTimeAsync(PROBE_MS);
    expect(connection.outage()).toBeNull();
    expect(onReturn).toHaveBeenCalledOnce();
    const calls = asked.length;
    await vi.advanceTimersByTimeAsync(3 * PROBE_MS);
    expect(asked.length).toBe(calls);
  });

  it.each([
    [503, false],
    [401, false],
    [502, true],
    [504, true],
  ])('takes the status %i for a lost server: %s', async (status, isLost) => {
    const { network, connection } = openNetwork();
    network.answer = () => new Response('', { status });
    await connection.watch('http://school/api/stats');
    expect(connection.outage() !== null).toBe(isLost);
  });

  it('learns nothing from a call that was given up', async () => {
    const { network, connection } = openNetwork();
    const leaving = new AbortController();
    leaving.abort();
    network.answer = () => {
      throw new DOMException('gone', 'AbortError');
    };
    await connection.watch('http://school/api/x', { signal: leaving.signal }).catch(() => undefined);
    expect(connection.outage()).toBeNull();
  });

  it('takes the offline event of the browser as a reason to ask, not as an answer', async () => {
    const { network, asked, connection } = openNetwork();
    const target = new EventTarget() as unknown as Window;
    const stop = connection.followBrowser(target);
    target.dispatchEvent(new Event('offline'));
    await vi.advanceTimersByTimeAsync(0);
    expect(asked).toEqual(['http://school/api/health']);
    expect(connection.outage()).toBeNull();
    network.answer = nobody;
    target.dispatchEvent(new Event('offline'));
    await vi.advanceTimersByTimeAsync(0);
    expect(connection.outage()).not.toBeNull();
    stop();
  });

  it('is told by the event stream that the server lives', async () => {
    const { network, connection } = openNetwork();
    network.answer = nobody;
    await connection.check();
    expect(connection.outage()).not.toBeNull();
    connection.heard();
    expect(connection.outage()).toBeNull();
  });
});
