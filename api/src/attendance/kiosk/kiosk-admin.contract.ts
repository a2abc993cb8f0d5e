import { createRoute } from '@hono/zod-openapi';
import { KIOSK_LIMITS } from '@rollcall/core/attendance/kiosk/kiosk.rules';
import { KIOSK_DIRECTIONS, KIOSK_LIVENESS, KIOSK_MEANS } from '@rollcall/core/attendance/kiosk/kiosk.types';
import { LANGUAGES } from '@rollcall/core/kernel/language';
import { REGISTRABLE_KINDS } from '@rollcall/core/people/people.types';
import { z } from 'zod';
import { allow } from '../../http/access.ts';
import { answers, body, message, rowId } from '../../http/contract-parts.ts';

const tags = ['Kiosk'];
const admin = allow('kiosks.manage');
const kioskParam = z.object({ id: z.uuid() });

export const scope = z.discriminatedUnion('of', [
  z.object({ of: z.literal('everyone') }),
  z.object({ of: z.literal('kinds'), kinds: z.array(z.enum(REGISTRABLE_KINDS)).min(1).max(4) }),
  z.object({ of: z.literal('sections'), sections: z.array(z.string().min(1).max(40)).min(1).max(200) }),
  z.object({ of: z.literal('class'), class_id: rowId }),
]);

export const kioskBody = z.object({
  name: z.string().trim().min(1, 'Please enter a name.').max(KIOSK_LIMITS.name),
  place: z.string().trim().max(KIOSK_LIMITS.place).default(''),
  scope,
  direction: z.enum(KIOSK_DIRECTIONS),
  means: z.array(z.enum(KIOSK_MEANS)).min(1, 'Choose at least one way to check in.').max(KIOSK_MEANS.length),
  language: z.enum(LANGUAGES),
  sound: z.boolean(),
  liveness: z.enum(KIOSK_LIVENESS),
  strangers_in: z.union([z.literal(1000), z.literal(10_000)]),
  /** Keeps the list of who is present on the device; needs an exit PIN. */
  keeps_present: z.boolean().default(false),
});

export const wireKiosk = z.object({
  id: z.string(),
  name: z.string(),
  place: z.string(),
  scope: z.object({
    of: z.enum(['everyone', 'kinds', 'sections', 'class']),
    kinds: z.array(z.enum(REGISTRABLE_KINDS)),
    sections: z.array(z.string()),
    /** Null when the class was deleted. */
    class_id: z.number().nullable(),
  }),
  class_name: z.string().nullable(),
  direction: z.enum(KIOSK_DIRECTIONS),
  means: z.array(z.enum(KIOSK_MEANS)),
  language: z.enum(LANGUAGES),
  sound: z.boolean(),
  liveness: z.enum(KIOSK_LIVENESS),
  strangers_in: z.number(),
  keeps_present: z.boolean(),
  /** Null while no device is paired. */
  paired: z
    .object({ device: z.string(), paired_at: z.string(), last_seen_at: z.string().nullable() })
    .nullable(),
  /** Of the last seven days: check-ins, names that were wrong as the people said, and faces, PINs and cards not accepted. */
  marks: z.number(),
  wrong_names: z.number(),
  refused: z.number(),
  /** The check-ins by the way they were made. */
  by_means: z.partialRecord(z.enum(KIOSK_MEANS), z.number()),
});

export const wireKioskList = z.object({ kiosks: z.array(wireKiosk) });

/** The latest answers, with the numbers of each decision. */
export const wireAnswerList = z.object({
  answers: z.array(
    z.object({
      id: z.string(),
      at: z.string(),
      outcome: z.string(),
      means: z.enum(KIOSK_MEANS),
      person: z.object({ id: z.string(), name: z.string() }).nullable(),
      taken_back_at: z.string().nullable(),
      decision: z
        .object({
          candidates: z.number(),
          /** `rarity`: standard deviations above what is usual for the picture. `score`: the cosine itself. */
          measure: z.enum(['rarity', 'score']),
          needed: z.number(),
          reached: z.number(),
          score: z.number(),
          margin: z.number().nullable(),
        })
        .nullable(),
    }),
  ),
});

export const pairBody = z.object({ code: z.string().trim().min(8, 'The code has 8 characters.').max(12) });
export const kioskMessage = z.object({ message: z.string(), kiosk_id: z.string() });

export const listKiosks = createRoute({
  ...admin,
  tags,
  method: 'get',
  path: '/admin/kiosks',
  summary: 'All kiosks',
  responses: answers(wireKioskList, 'By name'),
});

export const addKiosk = createRoute({
  ...admin,
  tags,
  method: 'post',
  path: '/admin/kiosks',
  summary: 'Add a kiosk, to be paired with a device',
  request: { body: body(kioskBody) },
  responses: answers(kioskMessage, 'Added'),
});

export const changeKiosk = createRoute({
  ...admin,
  tags,
  method: 'put',
  path: '/admin/kiosks/{id}',
  summary: 'Change the settings of a kiosk',
  request: { params: kioskParam, body: body(kioskBody) },
  responses: answers(message, 'Saved'),
});

export const removeKiosk = createRoute({
  ...admin,
  tags,
  method: 'delete',
  path: '/admin/kiosks/{id}',
  summary: 'Remove a kiosk; its device is one no more',
  request: { params: kioskParam },
  responses: answers(message, 'Removed'),
});

export const pairKiosk = createRoute({
  ...allow('kiosks.manage', { confirm: true }),
  tags,
  method: 'post',
  path: '/admin/kiosks/{id}/pair',
  summary: 'Pair the device that shows this code',
  request: { params: kioskParam, body: body(pairBody) },
  responses: answers(message, 'Paired'),
});

export const revokeKiosk = createRoute({
  ...admin,
  tags,
  method: 'post',
  path: '/admin/kiosks/{id}/revoke',
  summary: 'End the paired device at once',
  request: { params: kioskParam },
  responses: answers(message, 'Ended'),
});

export const kioskAnswers = createRoute({
  ...admin,
  tags,
  method: 'get',
  path: '/admin/kiosks/{id}/answers',
  summary: 'The latest answers of a kiosk, with the numbers of each decision',
  request: { params: kioskParam },
  responses: answers(wireAnswerList, 'Newest first'),
});
