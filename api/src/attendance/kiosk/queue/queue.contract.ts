import { createRoute } from '@hono/zod-openapi';
import { KIOSK_MEANS } from '@rollcall/core/attendance/kiosk/kiosk.types';
import { TIME_BASES } from '@rollcall/core/attendance/kiosk/queue/entry.rules';
import { QUEUE_LIMITS } from '@rollcall/core/attendance/kiosk/queue/queue.rules';
import { z } from 'zod';
import { allow, allowKiosk } from '../../../http/access.ts';
import { answers, body, message, optionalBody, wireDate, wireTime } from '../../../http/contract-parts.ts';
import { cursorOf, nextCursor } from '../../../http/formats/cursor.ts';

const tags = ['Kiosk'];
const office = allow('corrections.manage');

const text = (most: number) => z.string().regex(new RegExp(`^[\\w-]{1,${most}}$`));
const milliseconds = z.int().min(0).max(9_999_999_999_999);

export const entryBody = z.object({
  kiosk_id: z.uuid(),
  number: z.int().min(1).max(1_000_000_000),
  taken_at: milliseconds,
  basis: z.enum(TIME_BASES),
  page: text(40),
  page_ms: milliseconds,
  key_id: text(40),
  /** SHA-256 of what is sealed. */
  digest: text(43),
  previous: text(43),
  signature: text(86),
  /** What was shown, sealed to the server's key; in base64url. */
  sealed: text(QUEUE_LIMITS.sealed),
  /** The clocks of the kiosk as it sends. */
  sender: z.object({
    page: text(40),
    page_ms: milliseconds,
    drift_ms: z.int().min(-9_999_999_999_999).max(9_999_999_999_999),
  }),
});

export const wireTaken = z.object({ outcome: z.enum(['marked', 'unconfirmed', 'taken_before']) });

export const wireUnconfirmed = z.object({
  /** How many wait in all. */
  total: z.number(),
  ...nextCursor,
  entries: z.array(
    z.object({
      id: z.string(),
      kiosk: z.string(),
      place: z.string(),
      /** Null where nothing in the entry could be read. */
      means: z.enum(KIOSK_MEANS).nullable(),
      taken_at: z.string(),
      received_at: z.string(),
      /** Why it was not counted by itself; `doubt` is the first reason. */
      doubt: z.string(),
      doubts: z.array(z.string()),
      /** Who it would be. */
      person: z.object({ id: z.string(), name: z.string(), class_section: z.string().nullable() }).nullable(),
    }),
  ),
});

const entryParam = z.object({ id: z.uuid() });

const unconfirmedQuery = z.object({
  cursor: cursorOf(z.tuple([z.int(), z.iso.datetime(), z.int(), z.uuid()])).optional(),
});

/** When the person came, by the institution's clock, where the entry's time is uncertain. */
const confirmBody = z
  .object({ date: wireDate, time: wireTime })
  .partial()
  .refine(
    ({ date, time }) => (date === undefined) === (time === undefined),
    'Give both the date and the time, or neither.',
  );

const dismissBody = z.object({ ids: z.array(z.uuid()).min(1).max(200) });

export const sendEntry = createRoute({
  ...allowKiosk('frames'),
  tags,
  method: 'post',
  path: '/kiosk/queue',
  summary: 'Send what was written down without a network: one entry, in order',
  request: { body: body(entryBody) },
  responses: answers(wireTaken, 'The entry is taken; sent again it counts once'),
});

export const listUnconfirmed = createRoute({
  ...office,
  tags,
  method: 'get',
  path: '/attendance/unconfirmed',
  summary: 'Entries of kiosks that could not be confirmed, for the office',
  request: { query: unconfirmedQuery },
  responses: answers(wireUnconfirmed, 'Those with a person first, then oldest first, 200 at a time'),
});

export const confirmEntry = createRoute({
  ...office,
  tags,
  method: 'post',
  path: '/attendance/unconfirmed/{id}/confirm',
  summary: 'Count an entry by the time it was made, or by the given one',
  request: { params: entryParam, body: optionalBody(confirmBody) },
  responses: answers(message, 'Counted'),
});

export const dismissEntry = createRoute({
  ...office,
  tags,
  method: 'post',
  path: '/attendance/unconfirmed/{id}/dismiss',
  summary: 'Lay an entry aside; nobody is marked by it',
  request: { params: entryParam },
  responses: answers(message, 'Laid aside'),
});

export const dismissEntries = createRoute({
  ...office,
  tags,
  method: 'post',
  path: '/attendance/unconfirmed/dismiss',
  summary: 'Set many entries aside; nobody is marked by them',
  request: { body: body(dismissBody) },
  responses: answers(
    message.extend({ dismissed: z.number() }),
    'Set aside; those that were settled before are not counted',
  ),
});
