import type { AuditRepos } from '../../../audit/audit.ports.ts';
import { kioskEntry } from '../../../audit/audit.rules.ts';
import { AppError } from '../../../kernel/errors.ts';
import type { Transact } from '../../../kernel/transact.ts';
import type { SettingsReader } from '../../../settings/settings.ports.ts';
import type { KioskRepos } from '../kiosk.ports.ts';
import type { KioskActor, KioskEvidence } from '../kiosk.types.ts';
import type { Verdict } from '../kiosk-answers.service.ts';
import type { KioskMarks, Shown, ShownMoment } from '../kiosk-marks.ts';
import { digestOfBody } from '../kiosk-signature.rules.ts';
import { type EntryHead, hashOfEntry, isEntrySigned } from './entry.rules.ts';
import { readEvidence } from './evidence.rules.ts';
import type { KioskQueueRepos, TakenEntry } from './queue.ports.ts';
import { chainDoubt, type SenderClock, startOf, timeDoubt, timeOfEntry } from './queue.rules.ts';
import type { SealingKeys } from './sealing-keys.service.ts';

type Repos = AuditRepos & KioskQueueRepos & KioskRepos;

interface Needs {
  readonly repos: Repos;
  readonly transact: Transact<Repos>;
  readonly settings: SettingsReader;
  readonly kioskMarks: KioskMarks;
  readonly sealingKeys: SealingKeys;
  readonly judge: (actor: KioskActor, evidence: KioskEvidence, at: ShownMoment) => Promise<Verdict>;
  readonly images: { decode(image: string): Uint8Array };
}

export interface SentEntry extends EntryHead {
  readonly sealed: Uint8Array;
  readonly signature: string;
}

/** What became of an entry: counted, left to the office, or taken by a request before. */
export type QueueOutcome = 'marked' | 'unconfirmed' | 'taken_before';

const UNREADABLE: Verdict = { shown: null, personId: null, means: null, doubts: ['unreadable'] };

/**
 * Takes what a kiosk wrote down without a network. The server judges each entry by what held when it was made, and counts
 * it by that time. What it cannot confirm is listed for the office, with the person where one is known. An entry is known
 * by its hash and taken once, whatever is sent again.
 */
export function createKioskQueue(needs: Needs) {
  const { repos, transact, settings, kioskMarks, sealingKeys, judge, images } = needs;

  /** The kiosk as it was when the entry was made. */
  const kioskThen = async (actor: KioskActor, sent: SentEntry, heldAt: Date): Promise<KioskActor> => {
    const former =
      sent.kioskId === actor.kioskId ? await repos.kiosks.formerSettings(actor.kioskId, heldAt) : null;
    return former ? { ...actor, kiosk: former } : actor;
  };

  const verdictOn = async (actor: KioskActor, sent: SentEntry, at: ShownMoment): Promise<Verdict> => {
    const opened = await sealingKeys.open(sent, sent.sealed);
    const evidence = opened && readEvidence(opened, images.decode);
    return evidence ? judge(actor, evidence, at) : UNREADABLE;
  };

  /** Counts the entry and takes it in with one transaction; false where the person is gone meanwhile. */
  const mark = async (
    actor: KioskActor,
    at: ShownMoment,
    shown: Shown,
    takeIn: (tx: KioskQueueRepos) => Promise<void>,
  ): Promise<boolean> => {
    const answer = await kioskMarks.mark(actor, at, {
      ...shown,
      spend: async (tx) => {
        await shown.spend?.(tx);
        await takeIn(tx);
      },
    });
    return answer.outcome === 'marked';
  };

  /** The device did not sign it: it is listed, and moves nothing of what the device did sign. */
  const takeAltered = (actor: KioskActor, entry: TakenEntry): Promise<QueueOutcome> =>
    transact(async (tx) => {
      if (!(await tx.kioskQueue.insert(entry))) return 'taken_before';
      const { receivedAt, number } = entry;
      await tx.audit.insert(
        kioskEntry(actor, receivedAt, 'kiosk_entries_broken', { reason: 'altered', number }),
      );
      return 'unconfirmed';
    });

  return {
    async take(actor: KioskActor, sent: SentEntry, sender: SenderClock): Promise<QueueOutcome> {
      const { publicKey, kioskId, name, pairedAt } = actor;
      const { now, zone } = await settings.today();
      const takenAt = timeOfEntry(sent, sender, now);
      const hash = await hashOfEntry(sent);
      const common = { publicKey, number: sent.number, kioskId, kioskName: name, takenAt, receivedAt: now };
      if (!(await isEntrySigned(publicKey, sent.signature, sent).catch(() => false))) {
        // Not under the hash of the entry that it may have been made from, which is still to come.
        const ownHash = await digestOfBody(`${hash} ${sent.signature}`);
        return takeAltered(actor, {
          ...common,
          hash: ownHash,
          means: null,
          doubts: ['altered'],
          personId: null,
        });
      }
      if (await repos.kioskQueue.isTaken(publicKey, hash)) return 'taken_before';
      const before = await repos.kioskQueue.stateOf(publicKey);
      const start = before ?? (await startOf(publicKey));
      const gap = chainDoubt(start, sent);
      // An entry of the future is judged by what holds now.
      const heldAt = takenAt < now ? takenAt : now;
      const moment: ShownMoment = { now: heldAt, zone, date: zone.dateOf(heldAt), heldAt };
      const then = await kioskThen(actor, sent, heldAt);
      const { shown, personId, means, doubts } = await verdictOn(then, sent, moment);
      const all = [
        ...doubts,
        gap,
        sent.kioskId === kioskId ? null : 'other_kiosk',
        timeDoubt(sent, sender, now, pairedAt),
      ].filter((doubt) => doubt !== null);
      const entry = { ...common, hash, means, personId };
      /** Another request may have taken an entry of the device meanwhile; then this one is asked for again. */
      const takeIn = async (tx: KioskQueueRepos, why: readonly string[]): Promise<void> => {
        const isNew = await tx.kioskQueue.insert({ ...entry, doubts: why });
        if (!isNew || !(await tx.kioskQueue.follow(publicKey, before, { number: sent.number, hash })))
          throw new AppError('conflict');
      };
      const isSure = shown !== null && all.length === 0;
      if (isSure && (await mark(then, moment, shown, (tx) => takeIn(tx, [])))) return 'marked';
      await transact(async (tx) => {
        await takeIn(tx, isSure ? ['unknown'] : all);
        const detail = { reason: 'gap', number: sent.number, after: start.number };
        if (gap) await tx.audit.insert(kioskEntry(actor, now, 'kiosk_entries_broken', detail));
      });
      return 'unconfirmed';
    },
  };
}
