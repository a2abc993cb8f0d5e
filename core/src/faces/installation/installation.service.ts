import type { AuditRepos } from '../../audit/audit.ports.ts';
import { auditEntry } from '../../audit/audit.rules.ts';
import type { Actor } from '../../kernel/access.ts';
import type { Clock } from '../../kernel/clock.ts';
import { AppError } from '../../kernel/errors.ts';
import type { Transact } from '../../kernel/transact.ts';
import type { PeopleRepos } from '../../people/people.ports.ts';
import type { PersonListing } from '../../people/people.types.ts';
import type { SettingsReader, SettingsRepos } from '../../settings/settings.ports.ts';
import type { Comparisons } from '../comparisons.ts';
import type { FaceRepos } from '../face.ports.ts';
import { type FaceGallery, galleryKey } from '../gallery.ports.ts';
import type { GallerySync } from '../gallery-sync.ts';
import type { ImageAnalyser } from '../images/image-analyser.ts';
import type { Comparison } from '../matching/nearness.rules.ts';
import { countScores, monthsSince, propose, renewalReason } from './figures.rules.ts';
import type { InstallationRepos, ScoreCount } from './installation.ports.ts';
import {
  type AttackTrial,
  type InstallationReport,
  RENEWAL_REASONS,
  type Renewal,
  type RenewalReason,
} from './installation.types.ts';
import { createSurvey } from './survey.rules.ts';

type Repos = AuditRepos & FaceRepos & InstallationRepos & PeopleRepos & SettingsRepos;

interface Needs {
  readonly clock: Clock;
  readonly repos: Repos;
  readonly transact: Transact<Repos>;
  readonly gallery: FaceGallery;
  readonly gallerySync: Pick<GallerySync, 'assertLoaded'>;
  readonly comparisons: Comparisons;
  readonly images: Pick<ImageAnalyser, 'profile'>;
  readonly settings: SettingsReader;
}

const DAY_MS = 86_400_000;
/** What check-ins and refusals are counted over. */
const WINDOW_DAYS = 90;
/** So many faces are compared with everybody's, and of a large institution fewer: in all a few seconds of one core. */
const MAX_SURVEYED = 4000;
const MAX_COMPARISONS = 40_000_000;
/** Searches for check-ins go in between. */
const PIECE = 20;
const MAX_RENEWALS = 200;

/** People spread evenly over the gallery. */
function sampleOf(people: readonly string[]): string[] {
  const most = Math.min(MAX_SURVEYED, Math.ceil(MAX_COMPARISONS / Math.max(1, people.length)));
  const step = Math.max(1, people.length / most);
  return Array.from(
    { length: Math.min(most, people.length) },
    (_, at) => people[Math.floor(at * step)] ?? '',
  );
}

/** How good this installation is, from its own people and their check-ins. */
export function createInstallationService(needs: Needs) {
  const { clock, repos, transact, gallery, gallerySync, comparisons, images, settings } = needs;

  const survey = async (comparison: Comparison, since: Date) => {
    const { modelId } = comparison.profile;
    const people = await gallery.members(modelId);
    const chosen = sampleOf(people);
    const result = createSurvey(comparison);
    for (let at = 0; at < chosen.length; at += PIECE) {
      const piece = chosen.slice(at, at + PIECE);
      const scores = new Map<string, ScoreCount[]>();
      for (const { personId, ...count } of await repos.installation.acceptedScoresOf(
        piece.map(Number),
        since,
      )) {
        const key = galleryKey(personId);
        scores.set(key, [...(scores.get(key) ?? []), count]);
      }
      for (const one of await gallery.survey(modelId, piece)) result.add(one, scores.get(one.personId) ?? []);
    }
    return { people: people.length, ...result.result() };
  };

  const renewalsAt = async (at: Date, { profile, ages }: Comparison) => {
    const histories = await repos.installation.templateHistories(profile.modelId, null);
    return histories
      .flatMap((history) => {
        const reason = renewalReason(history, ages, at);
        const months = Math.floor(monthsSince(history.newest, at));
        return reason ? [{ personId: history.personId, reason, months }] : [];
      })
      .sort(
        (a, b) =>
          RENEWAL_REASONS.indexOf(a.reason) - RENEWAL_REASONS.indexOf(b.reason) || b.months - a.months,
      );
  };

  const listed = async (keys: readonly string[]): Promise<Map<string, PersonListing>> => {
    const found = await repos.people.byIds([...new Set(keys)].map(Number));
    return new Map(found.map((person) => [galleryKey(person.id), person]));
  };

  return {
    /** Two people whom recognition is to keep apart more strictly. */
    async declareLookAlikes(actor: Actor, one: string, other: string): Promise<void> {
      await transact(async (tx) => {
        const [first, second] = [await tx.people.byCode(one), await tx.people.byCode(other)];
        if (!first || !second) throw new AppError('user_not_found');
        if (first.id === second.id) throw new AppError('invalid_input');
        const at = clock.now();
        await tx.faces.addLookAlikes(first.id, second.id, at, actor.personId);
        const detail = { other: second.code };
        await tx.audit.insert(auditEntry(actor, at, 'look_alikes_noted', first.code, detail));
      });
    },

    /** What came of trying to deceive the camera. */
    async noteTrial(actor: Actor, { attack, tries, passed }: Omit<AttackTrial, 'at'>): Promise<void> {
      if (passed > tries) throw new AppError('invalid_input');
      const detail = { attack, tries, passed };
      await repos.audit.insert(auditEntry(actor, clock.now(), 'attack_tried', null, detail));
    },

    /** Why this person should be photographed again; null where there is no reason. */
    async renewalOf(personId: number): Promise<RenewalReason | null> {
      const profile = images.profile();
      if (!profile) return null;
      const [history] = await repos.installation.templateHistories(profile.modelId, personId);
      return history ? renewalReason(history, await repos.settings.ages(), clock.now()) : null;
    },

    async report(): Promise<InstallationReport> {
      gallerySync.assertLoaded();
      const at = clock.now();
      const since = new Date(at.getTime() - WINDOW_DAYS * DAY_MS);
      const comparison = await comparisons.current();
      const { zone } = await settings.today();
      const { closest, ...surveyed } = await survey(comparison, since);
      const accepted = await repos.installation.acceptedScores(since);
      const due = (await renewalsAt(at, comparison)).slice(0, MAX_RENEWALS);
      const people = await listed([
        ...closest.flatMap((pair) => pair.people),
        ...due.map(({ personId }) => galleryKey(personId)),
      ]);
      return {
        at,
        ages: comparison.ages,
        ...surveyed,
        ...propose(surveyed.choices, comparison.ages),
        closest: closest.flatMap(({ people: [one, other], ...pair }) => {
          const [first, second] = [people.get(one), people.get(other)];
          return first && second ? [{ ...pair, people: [first, second] as const }] : [];
        }),
        accepted: {
          count: accepted.reduce((sum, { count }) => sum + count, 0),
          scores: countScores(
            accepted.map(({ hundredth }) => (hundredth + 0.5) / 100),
            accepted.map(({ count }) => count),
          ),
        },
        refusals: await repos.installation.refusals(since, zone),
        evidence: await repos.installation.byEvidence(since),
        corrected: await repos.installation.correctedDays(since),
        renewals: due.flatMap(({ personId, ...renewal }): Renewal[] => {
          const person = people.get(galleryKey(personId));
          return person ? [{ person, ...renewal }] : [];
        }),
        trials: await repos.installation.attackTrials(),
      };
    },
  };
}
