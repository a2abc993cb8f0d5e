import { createRoute } from '@hono/zod-openapi';
import { DAY_STATUSES } from '@rollcall/core/attendance/attendance.types';
import { BURST } from '@rollcall/core/attendance/kiosk/kiosk.rules';
import { KIOSK_DIRECTIONS, KIOSK_MEANS } from '@rollcall/core/attendance/kiosk/kiosk.types';
import { PIN_DIGITS } from '@rollcall/core/auth/pins/pins.rules';
import { CHALLENGE_STEPS, QUALITY_REASONS } from '@rollcall/core/faces/face.types';
import { LANGUAGES } from '@rollcall/core/kernel/language';
import { MAX_STEP_FRAMES } from '@rollcall/core/liveness/challenge.rules';
import { z } from 'zod';
import { allowAnyone, allowKiosk } from '../../http/access.ts';
import { answers, body, imageText, message, personCode } from '../../http/contract-parts.ts';

const tags = ['Kiosk'];

const digits = (least: number) =>
  z.string().regex(new RegExp(`^\\d{${least},${PIN_DIGITS.most}}$`), 'Please enter the digits of your PIN.');

export const pairingBody = z.object({
  /** The public half of the device's key: an uncompressed point of P-256, in base64url. */
  public_key: z.string().min(80).max(100),
});

export const wirePairing = z.object({
  code: z.string(),
  /** How long the code can be used. A duration, because the clock of a device may be wrong. */
  left_ms: z.number(),
});

export const wirePairingState = z.object({
  state: z.enum(['waiting', 'paired', 'ended']),
  kiosk_id: z.string().nullable(),
});

export const wireOwnKiosk = z.object({
  name: z.string(),
  place: z.string(),
  institution: z.string(),
  direction: z.enum(KIOSK_DIRECTIONS),
  means: z.array(z.enum(KIOSK_MEANS)),
  language: z.enum(LANGUAGES),
  sound: z.boolean(),
  /** What the exit PIN is compared with, without a network too; null while none is set. Bytes in base64url. */
  exit: z.object({ salt: z.string(), rounds: z.number(), hash: z.string() }).nullable(),
  /** Whether the kiosk keeps the list of who is present. */
  keeps_present: z.boolean(),
  /** The server's time in milliseconds since 1970, which the kiosk signs with. */
  server_time: z.number(),
  /** Whether every face is asked for two digits of the PIN, so that a kiosk without a network asks as well. */
  asks_digits: z.boolean(),
  /** What a kiosk without a network seals to; null where there is no such kiosk. */
  sealing: z.object({ key_id: z.string(), public_key: z.string() }).nullable(),
});

export const wireKioskAnswer = z.object({
  outcome: z.enum([
    'marked',
    'pin_asked',
    'poor_quality',
    'unknown',
    'not_live',
    'movement_asked',
    'not_moved',
    'wrong_pin',
    'wrong_card',
    'wrong_code',
    'other_way',
    'no_class_now',
  ]),
  /** Of a mark: first name and initial, local time, which way, and whether it was seen a moment before. */
  mark: z
    .object({
      /** For "Not me". */
      answer_id: z.string(),
      name: z.string(),
      time: z.string(),
      direction: z.enum(['in', 'out']),
      is_repeat: z.boolean(),
      /** Of an arrival; null for whoever comes back or leaves, and on a day off. */
      status: z.enum(DAY_STATUSES).nullable(),
    })
    .nullable(),
  /** Of a face that needs a PIN. */
  asked: z.object({ try_id: z.string(), digits: z.enum(['two_digits', 'pin']) }).nullable(),
  /** Of a face that is to move: which movement, and how many there are. */
  movement: z
    .object({
      movement_id: z.string(),
      step: z.enum(CHALLENGE_STEPS),
      number: z.number(),
      of: z.number(),
    })
    .nullable(),
  /** What is wrong with the pictures. */
  reason: z.enum(QUALITY_REASONS).nullable(),
});

export const burstBody = z.object({ images: z.array(imageText).min(BURST.least).max(BURST.most) });
export const movementBody = z.object({
  movement_id: z.uuid(),
  images: z.array(imageText).min(1).max(MAX_STEP_FRAMES),
});
export const tryBody = z.object({ try_id: z.uuid(), digits: digits(PIN_DIGITS.asked) });
export const pinMarkBody = z.object({ user_id: personCode, pin: digits(PIN_DIGITS.least) });
export const notMeBody = z.object({ answer_id: z.uuid() });

export const askPairing = createRoute({
  ...allowAnyone,
  tags,
  method: 'post',
  path: '/kiosk/pairings',
  summary: 'A device asks for a code to show, until an administrator pairs it',
  request: { body: body(pairingBody) },
  responses: answers(wirePairing, 'The code, which is worth nothing without the device'),
});

export const pairingState = createRoute({
  ...allowAnyone,
  tags,
  method: 'get',
  path: '/kiosk/pairings/{code}',
  summary: 'Whether the device that shows the code was paired',
  request: { params: z.object({ code: z.string().min(8).max(12) }) },
  responses: answers(wirePairingState, 'Waiting, paired or ended'),
});

export const ownKiosk = createRoute({
  ...allowKiosk(),
  tags,
  method: 'get',
  path: '/kiosk',
  summary: 'The settings of the kiosk that asks',
  responses: answers(wireOwnKiosk, 'Its settings, and the time'),
});

export const identify = createRoute({
  ...allowKiosk('frames'),
  tags,
  method: 'post',
  path: '/kiosk/identify',
  summary: 'Recognize whoever stands in front of the kiosk, and check them in or out',
  request: { body: body(burstBody) },
  responses: answers(wireKioskAnswer, 'Who it is, or what to do'),
});

export const showMovement = createRoute({
  ...allowKiosk('frames'),
  tags,
  method: 'post',
  path: '/kiosk/movement',
  summary: 'Pictures of the movement that a face was asked for',
  request: { body: body(movementBody) },
  responses: answers(wireKioskAnswer, 'Who it is, the next movement, or what to do'),
});

export const completeTry = createRoute({
  ...allowKiosk(),
  tags,
  method: 'post',
  path: '/kiosk/digits',
  summary: 'The digits of the PIN that a face was asked for',
  request: { body: body(tryBody) },
  responses: answers(wireKioskAnswer, 'Who it is, or that the digits are wrong'),
});

export const markByPin = createRoute({
  ...allowKiosk(),
  tags,
  method: 'post',
  path: '/kiosk/pin',
  summary: 'Check in or out with the number of a person and their PIN',
  request: { body: body(pinMarkBody) },
  responses: answers(wireKioskAnswer, 'Who it is, or that something is wrong'),
});

export const notMe = createRoute({
  ...allowKiosk(),
  tags,
  method: 'post',
  path: '/kiosk/not-me',
  summary: 'The person who was named is somebody else: undo it',
  request: { body: body(notMeBody) },
  responses: answers(message, 'Undone'),
});
