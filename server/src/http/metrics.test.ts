import { describe, expect, it } from 'vitest';
import { hoursAgo, WELL } from '../testing/server-state.ts';
import { createIsOperator } from './host-guard.ts';
import { createMetrics } from './metrics.ts';
import type { ServerState } from './server-state.ts';

const TOKEN = 'a-token-of-the-monitoring';

function open(token?: string, state: ServerState = WELL) {
  return createMetrics({
    state: async () => state,
    pool: { totalCount: 1, idleCount: 1, waitingCount: 0 },
    engineLoad: () => ({ lanes: 4, running: 3, waiting: 2 }),
    about: { version: '1.2.3', schema: 17 },
    isOperator: createIsOperator(token),
  }).app;
}

const read = (app: ReturnType<typeof open>, remoteAddress: string, headers: Record<string, string> = {}) =>
  app.request('/metrics', { headers }, { incoming: { socket: { remoteAddress } } });

async function statusFor(
  app: ReturnType<typeof open>,
  remoteAddress: string,
  headers: Record<string, string> = {},
): Promise<number> {
  return (await read(app, remoteAddress, headers)).status;
}

describe('who may read the metrics', () => {
  it('is this machine, but not the callers of a proxy on it', async () => {
    const app = open();
    expect(await statusFor(app, '127.0.0.1')).toBe(200);
    expect(await statusFor(app, '::1')).toBe(200);
    expect(await statusFor(app, '192.0.2.7')).toBe(403);
    for (const name of [
      'X-Forwarded-For',
      'X-Forwarded-Host',
      'X-Forwarded-Proto',
      'Forwarded',
      'Via',
      'X-Real-IP',
    ])
      expect(await statusFor(app, '127.0.0.1', { [name]: '192.0.2.7' })).toBe(403);
  });

  it('is anybody with the token, and nobody with another one', async () => {
    const app = open(TOKEN);
    expect(await statusFor(app, '192.0.2.7', { Authorization: `Bearer ${TOKEN}` })).toBe(200);
    expect(await statusFor(app, '192.0.2.7', { Authorization: 'Bearer something-else' })).toBe(403);
    expect(await statusFor(app, '127.0.0.1', { Authorization: 'Bearer something-else' })).toBe(403);
    // Without METRICS_TOKEN no token helps.
    expect(await statusFor(open(), '192.0.2.7', { Authorization: `Bearer ${TOKEN}` })).toBe(403);
  });
});

describe('the metrics', () => {
  it('give the state of faces, jobs, backups and connections', async () => {
    const unreadable = [
      { personId: 7, problem: 'key' as const },
      { personId: 8, problem: 'key' as const },
    ];
    const state = {
      ...WELL,
      gallery: WELL.gallery && { ...WELL.gallery, unreadable, lastReadAt: hoursAgo(1) },
      database: { state: 'away', reason: 'ETIMEDOUT' },
      clock: 'doubted',
    } as ServerState;
    const text = await (await read(open(undefined, state), '127.0.0.1')).text();
    for (const line of [
      'rollcall_gallery_people 12',
      'rollcall_gallery_unreadable 2',
      'rollcall_gallery_read_age_seconds 3600',
      'rollcall_backup_age_seconds 21600',
      'rollcall_face_images{state="waiting"} 2',
      'rollcall_face_lanes 4',
      'rollcall_database_connections{state="open"} 1',
      'rollcall_part_state{part="database"} 0',
      'rollcall_part_state{part="clock"} 0.5',
      'rollcall_ready 0',
      'rollcall_clock_trusted 0',
      'rollcall_build_info{version="1.2.3",schema="17"',
    ])
      expect(text).toContain(line);
  });
});
