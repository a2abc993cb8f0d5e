import type { Card, Phone } from '@rollcall/core/attendance/kiosk/cards/cards.types';
import type { Services } from '@rollcall/core/services';
import { deviceName } from '../../../auth/caller.ts';
import { actorOf, kioskOf } from '../../../http/access.ts';
import { createRouter } from '../../../http/router.ts';
import type { FontSource } from '../../../reports/pdf/report-fonts.ts';
import { createReportFiles } from '../../../reports/report-file.ts';
import { presentAnswer } from '../kiosk.routes.ts';
import * as contract from './card.contract.ts';

const presentCard = ({ id, kind, ending, issuedAt, revokedAt, lastUsedAt }: Card) => ({
  id,
  kind,
  ending,
  issued_at: issuedAt.toISOString(),
  revoked_at: revokedAt?.toISOString() ?? null,
  last_used_at: lastUsedAt?.toISOString() ?? null,
});

export const presentPhone = ({ id, device, enrolledAt, lastUsedAt }: Phone) => ({
  id,
  device: deviceName(device),
  enrolled_at: enrolledAt.toISOString(),
  last_used_at: lastUsedAt?.toISOString() ?? null,
});

/** Cards at a kiosk, and how an office manages them. */
export function cardRoutes({ kioskCards, cards, settings }: Services, fonts: FontSource) {
  const { cardsFile } = createReportFiles(fonts);
  return createRouter()
    .openapi(contract.markByCard, async (c) => {
      const answer = await kioskCards.markByCard(kioskOf(c), c.req.valid('json').scanned);
      return c.json(presentAnswer(answer, (await settings.today()).zone), 200);
    })
    .openapi(contract.listCards, async (c) => {
      const found = await cards.listOf(actorOf(c), c.req.valid('param').id);
      return c.json({ cards: found.cards.map(presentCard), phones: found.phones.map(presentPhone) }, 200);
    })
    .openapi(contract.assignCard, async (c) => {
      await cards.assign(actorOf(c), c.req.valid('param').id, c.req.valid('json').number);
      return c.json({ message: 'Card assigned.' }, 200);
    })
    .openapi(contract.revokeCard, async (c) => {
      const { id, card_id } = c.req.valid('param');
      await cards.revoke(actorOf(c), id, card_id);
      return c.json({ message: 'Card revoked.' }, 200);
    })
    .openapi(contract.removeTheirPhone, async (c) => {
      const { id, phone_id } = c.req.valid('param');
      await cards.removePhone(actorOf(c), id, phone_id);
      return c.json({ message: 'Phone removed.' }, 200);
    })
    .openapi(contract.printCards, async (c) => {
      const { lang, user_ids } = c.req.valid('json');
      const drafts = await cards.draft(actorOf(c), user_ids);
      const { name: institution, colour } = await settings.institution();
      const rows = drafts.map(({ person, code }) => ({
        id: person.code,
        name: person.name,
        class_section: person.classSection,
        code,
      }));
      // Drawn first: cards that count and are on no paper would be of no use, and the old ones gone.
      const { body, headers } = await cardsFile({ institution, colour, language: lang, rows }, 'cards');
      await cards.issue(actorOf(c), drafts);
      return c.body(body, 200, headers);
    });
}
