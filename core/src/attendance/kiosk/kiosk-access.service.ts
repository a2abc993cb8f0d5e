import type { AuditRepos } from '../../audit/audit.ports.ts';
import { kioskEntry } from '../../audit/audit.rules.ts';
import type { Clock } from '../../kernel/clock.ts';
import { AppError } from '../../kernel/errors.ts';
import { hashToken, type RandomSource } from '../../kernel/random.ts';
import type { Transact } from '../../kernel/transact.ts';
import type { KioskRepos } from './kiosk.ports.ts';
import {
  KIOSK_LIMITS,
  newPairingCode,
  PAIRING_LIFETIME_MS,
  pairingToReplace,
  plainPairingCode,
} from './kiosk.rules.ts';
import type { KioskActor } from './kiosk.types.ts';
import {
  fromBase64Url,
  importPublicKey,
  isSigned,
  type KioskHeader,
  PUBLIC_KEY_BYTES,
  SIGNED_WINDOW_MS,
} from './kiosk-signature.rules.ts';

type Repos = AuditRepos & KioskRepos;

interface Needs {
  readonly clock: Clock;
  readonly random: RandomSource;
  readonly repos: Repos;
  readonly transact: Transact<Repos>;
}

/** Refused requests of one kiosk that are written down; further ones are refused without a word. */
const REFUSALS = { most: 20, windowMs: 10 * 60_000 };

/** Why a request of a kiosk is not taken. */
type KioskRefusal = 'signature' | 'late' | 'replayed' | 'altered';

interface SignedRequest {
  readonly header: KioskHeader;
  readonly method: string;
  readonly path: string;
  readonly address: string;
}

export const hashCode = (typed: string): Promise<Uint8Array> =>
  hashToken(`pairing ${plainPairingCode(typed)}`);

/** How a device becomes a kiosk, and how its requests are known. */
export function createKioskAccess({ clock, random, repos, transact }: Needs) {
  const written = new Map<string, { readonly since: number; count: number }>();
  /** Whoever sends nonsense in a kiosk's name must not fill the audit. */
  const mayWrite = (kioskId: string): boolean => {
    const now = clock.now().getTime();
    const before = written.get(kioskId);
    const entry =
      before && Math.abs(now - before.since) < REFUSALS.windowMs ? before : { since: now, count: 0 };
    entry.count += 1;
    written.set(kioskId, entry);
    return entry.count <= REFUSALS.most;
  };
  /** Writes down why a request was not taken. */
  const refuse = async (
    actor: Pick<KioskActor, 'kioskId' | 'name' | 'address'>,
    why: KioskRefusal,
    learnt: Readonly<Record<string, string>> = {},
  ): Promise<AppError> => {
    if (mayWrite(actor.kioskId))
      await repos.audit.insert(kioskEntry(actor, clock.now(), 'kiosk_refused', { reason: why }));
    // A kiosk whose clock is wrong learns the time from the refusal.
    const serverTime = clock.now().getTime();
    // Pages of an earlier version, which load the new one with their next answer, look for both in the fields.
    const fields = { reason: why, server_time: String(serverTime), ...learnt };
    return new AppError('kiosk_refused', { fields, reason: { code: why }, serverTime });
  };

  const publicKeyOf = async (text: string): Promise<Uint8Array> => {
    try {
      const key = fromBase64Url(text);
      if (key.length === PUBLIC_KEY_BYTES && (await importPublicKey(key))) return key;
    } catch {
      // Not the text of a key.
    }
    throw new AppError('invalid_input', { fields: { public_key: 'This is not a P-256 key.' } });
  };

  return {
    /** A device asks for a code to show. Its key is made in its browser, and only the public half is sent. */
    async ask(device: { readonly publicKey: string; readonly userAgent: string; readonly address: string }) {
      const publicKey = await publicKeyOf(device.publicKey);
      const at = clock.now();
      const code = newPairingCode(random);
      const expiresAt = new Date(at.getTime() + PAIRING_LIFETIME_MS);
      const codeHash = await hashCode(code);
      await transact(async (tx) => {
        const { address } = device;
        await tx.kiosks.lockList();
        const replaced = pairingToReplace(await tx.kiosks.waitingPairings(at), address);
        if (replaced) await tx.kiosks.removePairing(replaced.codeHash);
        const name = device.userAgent.slice(0, KIOSK_LIMITS.device);
        await tx.kiosks.insertPairing(codeHash, { publicKey, device: name, address, expiresAt }, at);
      });
      return { code, leftMs: PAIRING_LIFETIME_MS };
    },

    /** What became of the code that the device shows. */
    async stateOf(
      code: string,
    ): Promise<{ readonly state: 'waiting' | 'ended' } | { readonly kioskId: string }> {
      const pairing = await repos.kiosks.pairing(await hashCode(code));
      if (pairing?.kioskId) return { kioskId: pairing.kioskId };
      return { state: pairing && pairing.expiresAt > clock.now() ? 'waiting' : 'ended' };
    },

    /**
     * The kiosk that a request comes from. Called before the body is read; the digest of the body is signed, and
     * `assertBody` compares it. A request counts once and only after those before it, whatever becomes of it.
     */
    async authenticate({ header, method, path, address }: SignedRequest): Promise<KioskActor> {
      const { kioskId, time, counter, digest, signature } = header;
      const key = await repos.kiosks.keyOf(kioskId);
      // Revoked or never paired: the device learns it, and asks for a new code.
      if (!key) throw new AppError('kiosk_unknown');
      const { kiosk, publicKey, pairedAt } = key;
      const actor: KioskActor = { kioskId, name: kiosk.name, address, kiosk, publicKey, pairedAt };
      const call = { kioskId, method, path, digest, time, counter };
      if (!(await isSigned(publicKey, signature, call))) throw await refuse(actor, 'signature');
      const now = clock.now();
      if (Math.abs(now.getTime() - time) > SIGNED_WINDOW_MS) throw await refuse(actor, 'late');
      // A device that was set back to an older state learns from which number on it is heard again.
      if (!(await repos.kiosks.takeCounter(kioskId, publicKey, counter, now)))
        throw await refuse(actor, 'replayed', { counter: String(key.counter) });
      return actor;
    },

    /** Fails when the body is not the one that was signed. */
    async assertBody(actor: KioskActor, signed: string, received: string): Promise<void> {
      if (signed !== received) throw await refuse(actor, 'altered');
    },
  };
}
