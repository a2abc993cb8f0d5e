import {
  digestOfBody,
  fromBase64Url,
  toBase64Url,
} from '@rollcall/core/attendance/kiosk/kiosk-signature.rules';
import {
  chainStart,
  type EntryHead,
  hashOfEntry,
  sealedFor,
  signEntry,
} from '@rollcall/core/attendance/kiosk/queue/entry.rules';
import type { SealedEvidence } from '@rollcall/core/attendance/kiosk/queue/evidence.rules';
import { suite } from '../attendance/kiosk/queue/evidence-sealing.ts';
import type { TestApp } from './test-app.ts';
import type { TestDevice } from './test-kiosk.ts';

/** What a test changes about an entry before it is signed, or after. */
interface Tampering {
  readonly head?: Partial<EntryHead>;
  readonly sent?: Record<string, unknown>;
  /** Sealed for another entry than it is in. */
  readonly sealedAs?: number;
}

/** The queue of a device: writes entries down by the test's clock and sends them later. */
export async function createTestQueue(app: Pick<TestApp, 'clock'>, device: TestDevice) {
  const { body: own } = await device.send('GET', '/kiosk');
  const recipientPublicKey = await suite.kem.deserializePublicKey(
    fromBase64Url(own.sealing.public_key).buffer,
  );
  let number = 0;
  let previous = await chainStart(device.publicKey);
  let page = 'page-1';
  let pageBegan = app.clock.now().getTime();
  const pageMs = () => app.clock.now().getTime() - pageBegan;

  return {
    /** The page is loaded again: its own clock begins anew. */
    reload() {
      page = `page-${Number(page.slice(5)) + 1}`;
      pageBegan = app.clock.now().getTime();
    },

    /** What it wrote last is forgotten, as after its storage was set back. */
    backTo(to: { readonly number: number; readonly previous: string }) {
      ({ number, previous } = to);
    },
    state: () => ({ number, previous }),

    async write(evidence: SealedEvidence, { head: changed, sent, sealedAs }: Tampering = {}) {
      number += 1;
      const kioskId = device.kioskId;
      const takenAt = app.clock.now().getTime();
      const aad = sealedFor({ kioskId, number: sealedAs ?? number, takenAt, ...changed });
      const { enc, ct } = await suite.seal(
        { recipientPublicKey },
        new TextEncoder().encode(JSON.stringify(evidence)),
        aad,
      );
      const sealed = toBase64Url(new Uint8Array([...new Uint8Array(enc), ...new Uint8Array(ct)]));
      const head: EntryHead = {
        kioskId,
        number,
        takenAt,
        basis: 'server',
        page,
        pageMs: pageMs(),
        keyId: own.sealing.key_id,
        digest: await digestOfBody(sealed),
        previous,
        ...changed,
      };
      previous = await hashOfEntry(head);
      return {
        kiosk_id: head.kioskId,
        number: head.number,
        taken_at: head.takenAt,
        basis: head.basis,
        page: head.page,
        page_ms: head.pageMs,
        key_id: head.keyId,
        digest: head.digest,
        previous: head.previous,
        signature: await signEntry(device.privateKey, head),
        sealed,
        ...sent,
      };
    },

    send: (entry: object, { driftMs = 0 } = {}) =>
      device.send('POST', '/kiosk/queue', {
        body: { ...entry, sender: { page, page_ms: pageMs(), drift_ms: driftMs } },
      }),
  };
}

export type TestQueue = Awaited<ReturnType<typeof createTestQueue>>;
