import { digestOfBody, fromBase64Url } from '@rollcall/core/attendance/kiosk/kiosk-signature.rules';
import type { UnconfirmedEntry, UnconfirmedPlace } from '@rollcall/core/attendance/kiosk/queue/queue.ports';
import { AppError } from '@rollcall/core/kernel/errors';
import type { Services } from '@rollcall/core/services';
import { actorOf, kioskOf } from '../../../http/access.ts';
import { toCursor } from '../../../http/formats/cursor.ts';
import { createRouter } from '../../../http/router.ts';
import * as contract from './queue.contract.ts';

const presentEntry = ({
  id,
  kioskName,
  place,
  means,
  takenAt,
  receivedAt,
  doubts,
  person,
}: UnconfirmedEntry) => ({
  id,
  kiosk: kioskName,
  place,
  means,
  taken_at: takenAt.toISOString(),
  received_at: receivedAt.toISOString(),
  doubt: doubts[0] ?? '',
  doubts: [...doubts],
  person: person && { id: person.code, name: person.name, class_section: person.classSection },
});

/** Where a page ends, and the next one begins. */
const cursorAfter = ({ person, takenAt, number, id }: UnconfirmedEntry): string =>
  toCursor([person ? 1 : 0, takenAt.toISOString(), number, id]);

function placeOf(cursor: readonly [number, string, number, string] | undefined): UnconfirmedPlace | null {
  if (!cursor) return null;
  const [hasPerson, takenAt, number, id] = cursor;
  return { hasPerson: hasPerson === 1, takenAt: new Date(takenAt), number, id };
}

/** What kiosks wrote down without a network, and what the office does with the rest. */
export function kioskQueueRoutes({ kioskQueue, unconfirmedEntries }: Services) {
  return createRouter()
    .openapi(contract.sendEntry, async (c) => {
      const { sender, sealed, signature, ...head } = c.req.valid('json');
      if ((await digestOfBody(sealed)) !== head.digest) throw new AppError('invalid_input');
      const outcome = await kioskQueue.take(
        kioskOf(c),
        {
          kioskId: head.kiosk_id,
          number: head.number,
          takenAt: head.taken_at,
          basis: head.basis,
          page: head.page,
          pageMs: head.page_ms,
          keyId: head.key_id,
          digest: head.digest,
          previous: head.previous,
          signature,
          sealed: bytesOf(sealed),
        },
        { page: sender.page, pageMs: sender.page_ms, driftMs: sender.drift_ms },
      );
      return c.json({ outcome }, 200);
    })
    .openapi(contract.listUnconfirmed, async (c) => {
      const { cursor } = c.req.valid('query');
      const { total, entries, hasMore } = await unconfirmedEntries.list(actorOf(c), placeOf(cursor));
      const last = entries.at(-1);
      const next = last && hasMore ? { next_cursor: cursorAfter(last) } : {};
      return c.json({ total, entries: entries.map(presentEntry), ...next }, 200);
    })
    .openapi(contract.confirmEntry, async (c) => {
      const { date, time } = c.req.valid('json') ?? {};
      const given = date !== undefined && time !== undefined ? { date, time } : null;
      await unconfirmedEntries.confirm(actorOf(c), c.req.valid('param').id, given);
      return c.json({ message: 'Recorded.' }, 200);
    })
    .openapi(contract.dismissEntry, async (c) => {
      await unconfirmedEntries.dismiss(actorOf(c), c.req.valid('param').id);
      return c.json({ message: 'Set aside.' }, 200);
    })
    .openapi(contract.dismissEntries, async (c) => {
      const dismissed = await unconfirmedEntries.dismissMany(actorOf(c), c.req.valid('json').ids);
      return c.json({ message: 'Set aside.', dismissed }, 200);
    });
}

/** Text of a length that base64 cannot have holds nothing that could be opened. */
function bytesOf(text: string): Uint8Array {
  try {
    return fromBase64Url(text);
  } catch {
    return new Uint8Array();
  }
}
