import type { Page } from 'playwright-core';

const REPORT = {
  at: '2026-11-13T08:40:30Z',
  app_version: '0.1.0',
  camera: 'ready',
  camera_since: '2026-11-13T06:31:00Z',
  brightness: 0.46,
  clock_offset_ms: 740,
  storage_used: 18_400_000,
  storage_granted: 6_200_000_000,
  storage_persistent: true,
  queue: 0,
  wake_lock: true,
};

const HEALTH = {
  version: '0.1.0',
  kiosks: [
    {
      kiosk_id: '11111111-1111-4111-8111-111111111111',
      presence: 'online',
      last_seen_at: '2026-11-13T08:41:00Z',
      problems: ['camera_missing', 'backlit', 'clock'],
      report: { ...REPORT, camera: 'missing', clock_offset_ms: -5_460_000 },
      backlit: [{ from: '08:10', to: '08:40' }],
      answer_ms: { median: 812, p95: 1640 },
      second_tries_per_100: 7,
      busiest: { at: '2026-11-12T07:50:00Z', people: 184 },
      camera_restarts: 3,
      silences: [
        { since: '2026-11-12T09:12:00Z', back_at: '2026-11-12T09:40:00Z' },
        { since: '2026-11-10T07:31:00Z', back_at: '2026-11-10T07:58:00Z' },
      ],
    },
    {
      kiosk_id: '22222222-2222-4222-8222-222222222222',
      presence: 'never_seen',
      last_seen_at: null,
      problems: [],
      report: null,
      backlit: [],
      answer_ms: null,
      second_tries_per_100: null,
      busiest: null,
      camera_restarts: 0,
      silences: [],
    },
  ],
};

/** How the kiosks of the screens are: one with something to do, and one that was never seen. */
export const withHealth = (page: Page) =>
  page.route('**/api/admin/kiosks/health', (route) => route.fulfill({ json: HEALTH }));
