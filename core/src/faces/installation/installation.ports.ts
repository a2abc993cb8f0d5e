import type { Evidence } from '../../attendance/evidence/evidence.types.ts';
import type { Zone } from '../../kernel/zones/zone.ts';
import type { AttackTrial, RefusalCount } from './installation.types.ts';

/** One person's face data and how well it was matched since it was registered. */
export interface TemplateHistory {
  readonly personId: number;
  readonly quality: number;
  readonly newest: Date;
  /** Means of the first five and the latest five accepted scores since then, and how many there are, ten at most. */
  readonly first: number | null;
  readonly latest: number | null;
  readonly scores: number;
}

/** Accepted scores, counted by hundredths. */
export interface ScoreCount {
  readonly hundredth: number;
  readonly count: number;
}

/** What the database knows about check-ins by face. */
export interface InstallationRepository {
  acceptedScores(since: Date): Promise<ScoreCount[]>;
  acceptedScoresOf(
    people: readonly number[],
    since: Date,
  ): Promise<(ScoreCount & { readonly personId: number })[]>;
  /** Mistyped codes of the place are none of them: they say nothing about a face. */
  refusals(since: Date, zone: Zone): Promise<RefusalCount[]>;
  byEvidence(since: Date): Promise<{ readonly evidence: Evidence | null; readonly count: number }[]>;
  /** Days since then with a check-in by face on which, as was found afterwards, the person was not there. */
  correctedDays(since: Date): Promise<number>;
  /** Of one person, or of everybody. */
  templateHistories(modelId: string, personId: number | null): Promise<TemplateHistory[]>;
  /** The latest of each kind. */
  attackTrials(): Promise<AttackTrial[]>;
}

export interface InstallationRepos {
  readonly installation: InstallationRepository;
}
