import type { SecretBox } from '../../../auth/auth.ports.ts';
import type { Clock } from '../../../kernel/clock.ts';
import type { RandomSource } from '../../../kernel/random.ts';
import { toBase64Url } from '../kiosk-signature.rules.ts';
import { type EntryHead, sealedFor } from './entry.rules.ts';
import type { EvidenceSealing, KioskQueueRepos } from './queue.ports.ts';
import { sealingPurpose } from './queue.rules.ts';

interface Needs {
  readonly clock: Clock;
  readonly random: RandomSource;
  readonly repos: KioskQueueRepos;
  readonly secretBox: SecretBox;
  /** Null on hosts that no kiosk can lose. */
  readonly evidenceSealing: EvidenceSealing | null;
}

const ID_BYTES = 12;

/**
 * The keys that kiosks seal to while they have no network. The private half is sealed with the master key; a kiosk can
 * read nothing back of what it wrote down.
 */
export function createSealingKeys({ clock, random, repos, secretBox, evidenceSealing }: Needs) {
  return {
    /**
     * The key to seal to now, made when it is needed first; null on hosts that no kiosk can lose. A server without the
     * master key names one that it cannot open: another server, or this one later, does.
     */
    async current(): Promise<{ readonly id: string; readonly publicKey: Uint8Array } | null> {
      if (!evidenceSealing) return null;
      const known = await repos.kioskQueue.sealingKeys();
      const usable = known.find(({ secret }) => secretBox.canOpen(secret));
      if (usable) return usable;
      if (!secretBox.hasKey()) return known[0] ?? null;
      const { publicKey, privateKey } = await evidenceSealing.newKey();
      const id = toBase64Url(random.bytes(ID_BYTES));
      // Two servers may make one each: both stay, because entries are sealed to either.
      const secret = await secretBox.seal(sealingPurpose(id), privateKey);
      await repos.kioskQueue.insertSealingKey({ id, publicKey, secret }, clock.now());
      return { id, publicKey };
    },

    /** What an entry holds; null where it was changed, or its key is lost. Fails with `key_not_here` where it may come back. */
    async open(entry: EntryHead, sealed: Uint8Array): Promise<Uint8Array | null> {
      const key = (await repos.kioskQueue.sealingKeys()).find(({ id }) => id === entry.keyId);
      if (key) secretBox.assertOpens(key.secret);
      const privateKey = key && (await secretBox.open(sealingPurpose(key.id), key.secret));
      return privateKey && evidenceSealing
        ? evidenceSealing.open(privateKey, sealed, sealedFor(entry))
        : null;
    },
  };
}

export type SealingKeys = ReturnType<typeof createSealingKeys>;
