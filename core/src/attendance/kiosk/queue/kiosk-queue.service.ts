import type { AuditRepos } from '../../../audit/audit.ports.ts';
import { kioskEntry } from '../../../audit/audit.rules.ts';
import { AppError, type ErrorCode } from '../../../kernel/errors.ts';
import type { Transact } from '../../../kernel/transact.ts';
import type { SettingsReader } from '../../../settings/settings.ports.ts';
import type { Moment } from '../../attendance.ports.ts';
import { wordOf } from '../kiosk.rules.ts';
import type { KioskActor, KioskAnswer, KioskEvidence, KioskMeans } from '../kiosk.types.ts';
import type { KioskMarks, Shown } from '../kiosk-marks.ts';
import { type EntryHead, hashOfEntry, isEntrySigned } from './entry.rules.ts';
import { readEvidence } from './evidence.rules.ts';
import type { KioskQueueRepos, TakenEntry } from './queue.ports.ts';
import { chainDoubt, type Doubt, type SenderClock, timeDoubt, timeOfEntry } from './queue.rules.ts';
import type { SealingKeys } from './sealing-keys.service.ts';

type Repos = AuditRepos & KioskQueueRepos;

interface Needs {
  readonly repos: Repos;
  readonly transact: Transact<Repos>;
  readonly settings: SettingsReader;
  readonly kioskMarks: KioskMarks;
  readonly sealingKeys: SealingKeys;
  readonly judge: (actor: KioskActor, evidence: KioskEvidence, at: Moment) => Promise<Shown | KioskAnswer>;
  readonly images: { decode(image: string): Uint8Array };
}

export interface SentEntry extends EntryHead {
  readonly sealed: Uint8Array;
  readonly signature: string;
}

/** What became of an entry: counted, left to the office, or taken by a request before. */
export type QueueOutcome = 'marked' | 'unconfirmed' | 'taken_before';

/** Refusals that are about what was shown, and not about the server: the entry is settled with them. */
const SETTLING: ReadonlySet<ErrorCode> = new Set<ErrorCode>([
  'too_many_attempts',
  'kiosk_means_off',
  'kiosk_try_ended',
  'invalid_input',
  'invalid_image',
]);

/**
 * Takes what a kiosk wrote down without a network. The server judges each entry by the rules that hold with one, and
 * counts it by the time it was made. What it cannot confirm is listed for the office. An entry is taken once, whatever
 * is sent again.
 */
export function createKioskQueue(needs: Needs) {
  const { repos, transact, settings, kioskMarks, sealingKeys, judge, images } = needs;

  const evidenceIn = async (sent: SentEntry): Promise<KioskEvidence | null> => {
    const opened = await sealingKeys.open(sent, sent.sealed);
    return opened && readEvidence(opened, images.decode);
  };

  /** The verdict on what was shown; a word where there is none. */
  const verdictOn = async (
    actor: KioskActor,
    evidence: KioskEvidence,
    at: Moment,
  ): Promise<Shown | string> => {
    try {
      const found = await judge(actor, evidence, at);
      return 'personId' in found ? found : wordOf(found);
    } catch (error) {
      if (error instanceof AppError && SETTLING.has(error.code)) return error.code;
      throw error;
    }
  };

  return {
    async take(actor: KioskActor, sent: SentEntry, sender: SenderClock): Promise<QueueOutcome> {
      const { publicKey, kioskId, name, pairedAt } = actor;
      const before = await repos.kioskQueue.stateOf(publicKey);
      if (before && sent.number <= before.number) return 'taken_before';
      const { now, zone } = await settings.today();
      const takenAt = timeOfEntry(sent, sender, now);
      const moment = { now: takenAt, zone, date: zone.dateOf(takenAt) };
      const isOwn = await isEntrySigned(publicKey, sent.signature, sent).catch(() => false);
      const evidence = isOwn ? await evidenceIn(sent) : null;
      const doubt: Doubt | null =
        (isOwn ? null : 'altered') ??
        chainDoubt(before, sent) ??
        (evidence ? null : 'unreadable') ??
        (sent.kioskId === kioskId ? null : 'other_kiosk') ??
        timeDoubt(sent, sender, now, pairedAt);
      const verdict = evidence && doubt !== 'gap' ? await verdictOn(actor, evidence, moment) : null;
      const shown = typeof verdict === 'object' ? verdict : null;
      const means: KioskMeans | null = evidence?.means ?? null;
      const entry: TakenEntry = {
        publicKey,
        number: sent.number,
        hash: await hashOfEntry(sent),
        kioskId,
        kioskName: name,
        means,
        takenAt,
        receivedAt: now,
        doubt: doubt ?? (typeof verdict === 'string' ? verdict : (shown?.doubt ?? null)),
        personId: shown?.personId ?? null,
      };
      /** Another request may have taken the same entry meanwhile; then this one counts for nothing. */
      const takeIn = async (tx: KioskQueueRepos): Promise<void> => {
        if (!(await tx.kioskQueue.take(entry, before))) throw new AppError('conflict');
      };
      if (shown && entry.doubt === null) {
        await kioskMarks.mark(actor, moment, {
          ...shown,
          spend: async (tx) => {
            await shown.spend?.(tx);
            await takeIn(tx);
          },
        });
        return 'marked';
      }
      await transact(async (tx) => {
        await takeIn(tx);
        if (doubt === 'altered' || doubt === 'gap')
          await tx.audit.insert(
            kioskEntry(actor, now, 'kiosk_entries_broken', { reason: doubt, number: sent.number }),
          );
      });
      return 'unconfirmed';
    },
  };
}
