import { createRoute } from '@hono/zod-openapi';
import { ANSWER_TIME_CLASSES } from '@rollcall/core/attendance/kiosk/care/health.rules';
import { CAMERA_CONDITIONS, KIOSK_PROBLEMS } from '@rollcall/core/attendance/kiosk/care/health.types';
import { z } from 'zod';
import { allow, allowKiosk } from '../../http/access.ts';
import { answers, body } from '../../http/contract-parts.ts';

const tags = ['Kiosk'];

/** What can happen at a door between two reports, several times over. */
const count = z.number().int().min(0).max(1000);
const bytes = z.number().int().min(0).max(Number.MAX_SAFE_INTEGER).nullable();
/** A hundred years: the clock of a device without a battery starts in 1970. */
const MOST_OFFSET_MS = 100 * 366 * 24 * 3_600_000;
const MOST_DURATION_MS = 366 * 24 * 3_600_000;

export const healthBody = z
  .object({
    app_version: z.string().regex(/^[\w.+-]{1,40}$/),
    camera: z.enum(CAMERA_CONDITIONS),
    /** How long the camera has been so. A duration, because the clock of a device may be wrong. */
    camera_for_ms: z.number().int().min(0).max(MOST_DURATION_MS),
    /** Mean luminance of the picture; null without one. */
    brightness: z.number().min(0).max(1).nullable(),
    /** The clock of the device minus that of the server. */
    clock_offset_ms: z.number().int().min(-MOST_OFFSET_MS).max(MOST_OFFSET_MS),
    storage_used: bytes,
    storage_granted: bytes,
    storage_persistent: z.boolean(),
    queue: z.number().int().min(0).max(1_000_000),
    /** Entries that the server refused for good. */
    undelivered: z.number().int().min(0).max(1_000_000).default(0),
    wake_lock: z.boolean(),
    /** Since the last report that was taken. */
    counts: z.object({
      asked: count,
      answered: count,
      second_tries: count,
      /** Answers by how long they took: up to 250, 500, 750, 1000, 1250, 1500, 2000, 2500, 3000, 4000, 6000, 10,000 ms, and longer. */
      answer_times: z.array(count).length(ANSWER_TIME_CLASSES),
      camera_restarts: count,
      faces: count,
      backlit_faces: count,
    }),
  })
  .refine(({ counts }) => counts.backlit_faces <= counts.faces, 'More backlit faces than faces.')
  .refine(({ counts }) => counts.second_tries <= counts.asked, 'More second tries than tries.')
  .refine(
    ({ counts }) => counts.answer_times.reduce((sum, each) => sum + each, 0) === counts.answered,
    'The times of the answers are not as many as the answers.',
  );

/** The version of the server's program, which the kiosk takes over when nobody is in front of it. */
export const wireHealthTaken = z.object({ version: z.string() });

const minutes = z.object({ from: z.string(), to: z.string() });

export const wireKioskHealth = z.object({
  kiosk_id: z.string(),
  /** `online`: heard of within two minutes. */
  presence: z.enum(['online', 'silent', 'never_seen']),
  last_seen_at: z.string().nullable(),
  /** What somebody should do something about, most urgent first. */
  problems: z.array(z.enum(KIOSK_PROBLEMS)),
  /** As the kiosk reported last; null before its first report. */
  report: z
    .object({
      at: z.string(),
      app_version: z.string(),
      camera: z.enum(CAMERA_CONDITIONS),
      camera_since: z.string(),
      brightness: z.number().nullable(),
      clock_offset_ms: z.number(),
      storage_used: z.number().nullable(),
      storage_granted: z.number().nullable(),
      storage_persistent: z.boolean(),
      queue: z.number(),
      undelivered: z.number(),
      wake_lock: z.boolean(),
    })
    .nullable(),
  /** Times of the day at which most faces have the light behind them, by the institution's clock. */
  backlit: z.array(minutes),
  /** From a still face to the answer, in milliseconds. */
  answer_ms: z.object({ median: z.number(), p95: z.number() }).nullable(),
  second_tries_per_100: z.number().nullable(),
  /** The ten minutes with most check-ins. */
  busiest: z.object({ at: z.string(), people: z.number() }).nullable(),
  camera_restarts: z.number(),
  silences: z.array(z.object({ since: z.string(), back_at: z.string().nullable() })),
});

export const wireHealthList = z.object({
  /** Of the server's program. */
  version: z.string(),
  /** Every paired kiosk; figures are of the last seven days. */
  kiosks: z.array(wireKioskHealth),
});

export const reportHealth = createRoute({
  ...allowKiosk(),
  tags,
  method: 'post',
  path: '/kiosk/health',
  summary: 'How the kiosk is, and what it counted since its last report',
  request: { body: body(healthBody) },
  responses: answers(wireHealthTaken, 'Taken'),
});

export const listHealth = createRoute({
  ...allow('kiosks.manage'),
  tags,
  method: 'get',
  path: '/admin/kiosks/health',
  summary: 'How the paired kiosks are',
  responses: answers(wireHealthList, 'The last report of each, and figures of seven days'),
});
