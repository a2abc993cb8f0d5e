import { createRoute } from '@hono/zod-openapi';
import { SCANNED_MAX } from '@rollcall/core/attendance/kiosk/cards/card-codes.rules';
import { CARD_KINDS } from '@rollcall/core/attendance/kiosk/cards/cards.types';
import { LANGUAGES } from '@rollcall/core/kernel/language';
import { PEOPLE_LIMITS } from '@rollcall/core/people/people.rules';
import { z } from 'zod';
import { allow, allowKiosk } from '../../../http/access.ts';
import { answers, body, codeParam, fileAnswer, message } from '../../../http/contract-parts.ts';
import { wireKioskAnswer } from '../kiosk.contract.ts';

const tags = ['Kiosk'];

export const wirePhone = z.object({
  id: z.string(),
  /** Such as `Chrome on Android`. */
  device: z.string(),
  enrolled_at: z.string(),
  last_used_at: z.string().nullable(),
});

const wireCards = z.object({
  cards: z.array(
    z.object({
      id: z.string(),
      /** `printed`: with a QR code. `number`: that a reader reads. */
      kind: z.enum(CARD_KINDS),
      /** The last characters, by which people tell cards apart. */
      ending: z.string(),
      issued_at: z.string(),
      revoked_at: z.string().nullable(),
      last_used_at: z.string().nullable(),
    }),
  ),
  phones: z.array(wirePhone),
});

export const phoneId = z.string().length(16);

export const markByCard = createRoute({
  ...allowKiosk(),
  tags,
  method: 'post',
  path: '/kiosk/card',
  summary: 'Check in or out with a printed card, the number of a card, or the code on a phone',
  request: { body: body(z.object({ scanned: z.string().min(1).max(SCANNED_MAX) })) },
  responses: answers(wireKioskAnswer, 'Who it is, or that something is wrong'),
});

export const listCards = createRoute({
  ...allow('cards.manage'),
  tags,
  method: 'get',
  path: '/admin/users/{id}/cards',
  summary: 'The cards and phones of a person',
  request: { params: codeParam },
  responses: answers(wireCards, 'Those in use first'),
});

export const assignCard = createRoute({
  ...allow('cards.manage', { confirm: true }),
  tags,
  method: 'post',
  path: '/admin/users/{id}/cards',
  summary: 'Give a person the card with a number',
  request: {
    params: codeParam,
    body: body(
      z.object({ number: z.string('Please enter the number.').min(1, 'Please enter the number.').max(100) }),
    ),
  },
  responses: answers(message, 'Assigned'),
});

export const revokeCard = createRoute({
  ...allow('cards.manage'),
  tags,
  method: 'delete',
  path: '/admin/users/{id}/cards/{card_id}',
  summary: 'A card counts no more',
  request: { params: codeParam.extend({ card_id: z.uuid() }) },
  responses: answers(message, 'Revoked'),
});

export const removeTheirPhone = createRoute({
  ...allow('cards.manage'),
  tags,
  method: 'delete',
  path: '/admin/users/{id}/phones/{phone_id}',
  summary: 'The codes of a phone count no more',
  request: { params: codeParam.extend({ phone_id: phoneId }) },
  responses: answers(message, 'Removed'),
});

export const printCards = createRoute({
  ...allow('cards.manage', { confirm: true, body: 'rows', rate: 'reports' }),
  tags,
  method: 'post',
  path: '/admin/cards/sheet',
  summary: 'New printed cards to cut; the printed cards that these people had before count no more',
  request: {
    body: body(
      z.object({
        lang: z.enum(LANGUAGES).default('en'),
        user_ids: z.array(z.string().min(1).max(PEOPLE_LIMITS.code)).min(1).max(PEOPLE_LIMITS.bulk),
      }),
    ),
  },
  responses: fileAnswer('A PDF, which alone holds what is on the cards'),
});
