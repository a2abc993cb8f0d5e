import type { Evidence } from '../../attendance/evidence/evidence.types.ts';
import type { PersonListing } from '../../people/people.types.ts';
import type { AgeBand } from '../face.types.ts';

/** A share with its 95 % interval. */
export interface MeasuredShare {
  readonly hits: number;
  readonly trials: number;
  readonly low: number;
  readonly high: number;
}

/** Two people whose faces are near each other. */
export interface ClosePair {
  readonly people: readonly [PersonListing, PersonListing];
  readonly score: number;
  /** Near enough to be taken for each other: twins, or one face under two ids. */
  readonly areConfused: boolean;
  /** An administrator declared them look-alikes. */
  readonly areDeclared: boolean;
}

/** What one choice of ages would do with the people and check-ins of this installation. */
export interface ChoiceResult {
  readonly ages: AgeBand;
  /** Pairs of people of whom one would pass as the other. */
  readonly falseClaims: MeasuredShare;
  /** People who would be named as somebody else if they were not registered themselves. */
  readonly wrongNames: MeasuredShare;
  /** Accepted check-ins that it would accept. */
  readonly kept: MeasuredShare;
}

/** Why a person should register their face again. */
export const RENEWAL_REASONS = ['drifting', 'weak', 'old'] as const;
export type RenewalReason = (typeof RENEWAL_REASONS)[number];

export interface Renewal {
  readonly person: PersonListing;
  readonly reason: RenewalReason;
  /** Months since the newest photo. */
  readonly months: number;
}

export interface RefusalCount {
  /** Outcome, or what was wrong with a movement. */
  readonly reason: string;
  /** Hour of the day, in the institution's zone. */
  readonly hour: number;
  /** Where the picture came from; null in entries of earlier versions. */
  readonly evidence: Evidence | null;
  readonly count: number;
}

/** What an administrator tries at the place itself, with a phone and a printed photo. */
export const ATTACKS = ['printed_photo', 'phone_photo', 'phone_film', 'somebody_else'] as const;
export type Attack = (typeof ATTACKS)[number];

export interface AttackTrial {
  readonly attack: Attack;
  readonly tries: number;
  /** How many of them were checked in. */
  readonly passed: number;
  readonly at: Date;
}

export interface InstallationReport {
  readonly at: Date;
  /** The choice in force. */
  readonly ages: AgeBand;
  /** People with face data of the model in use. */
  readonly people: number;
  /** Whose faces were compared with everybody's: all of them, or as many as take a moment. */
  readonly surveyed: number;
  /** False while there are too few people to tell what is usual for a picture. */
  readonly hasCohort: boolean;
  /** Scores of the surveyed with the nearest other person, counted by twentieths from 0. */
  readonly nearest: readonly number[];
  readonly closest: readonly ClosePair[];
  readonly choices: readonly ChoiceResult[];
  /** Another choice that names fewer people wrongly; null where there is none or the data do not suffice. */
  readonly proposed: AgeBand | null;
  /** How many more it takes before the data can tell. */
  readonly missing: { readonly people: number; readonly checkIns: number };
  /** Scores of accepted check-ins, counted by twentieths from 0. */
  readonly accepted: { readonly count: number; readonly scores: readonly number[] };
  readonly refusals: readonly RefusalCount[];
  readonly evidence: readonly { readonly evidence: Evidence | null; readonly count: number }[];
  /** Days recorded by face on which, as was found afterwards, the person was not there. */
  readonly corrected: number;
  readonly renewals: readonly Renewal[];
  readonly trials: readonly AttackTrial[];
}
