import type { Reach } from '../../../kernel/access.ts';
import type { LocalDate } from '../../../kernel/local-date.ts';
import type { PersonKind } from '../../../people/people.types.ts';
import type { PresenceSource } from './present.ports.ts';

/** A fire drill, or a fire: who was in when it began, and who was seen at the assembly point. */
export interface Drill {
  readonly id: number;
  readonly date: LocalDate;
  readonly startedAt: Date;
  /** Null once the account is gone. */
  readonly startedBy: string | null;
  readonly starterId: number | null;
  readonly endedAt: Date | null;
  readonly endedBy: string | null;
}

/** How many were to be found and were, within reach. */
export interface DrillListing extends Drill {
  readonly people: number;
  readonly ticked: number;
}

export interface DrillPerson {
  readonly code: string;
  readonly name: string;
  readonly kind: PersonKind;
  readonly classSection: string | null;
  /** Where and when they were last seen before; null for whoever was not in. */
  readonly seen: { readonly at: Date; readonly by: PresenceSource; readonly place: string | null } | null;
  /** In when the drill began; false for whoever came later. */
  readonly wasIn: boolean;
  readonly tickedAt: Date | null;
  readonly tickedBy: string | null;
}

export interface NewDrillPerson extends Pick<DrillPerson, 'seen' | 'wasIn'> {
  readonly personId: number;
}

export interface DrillRepository {
  /** The latest drills, newest first. */
  list(reach: Reach, limit: number): Promise<DrillListing[]>;
  byId(id: number): Promise<Drill | null>;
  running(): Promise<Drill | null>;
  /** By section and name. */
  people(id: number, reach: Reach): Promise<DrillPerson[]>;
  /** Fails with `drill_running` where one runs: there is one at a time. */
  insert(drill: Pick<Drill, 'date' | 'startedAt'> & { readonly starterId: number }): Promise<number>;
  /** Those who are on the list already stay as they are. */
  addPeople(id: number, people: readonly NewDrillPerson[]): Promise<void>;
  /** Keeps the drill from ending until the transaction ends; false when it has ended or does not exist. */
  holdRunning(id: number): Promise<boolean>;
  /** Ticks somebody, who joins the list if need be. The first tick stays. */
  tick(id: number, personId: number, at: Date, by: number): Promise<void>;
  untick(id: number, personId: number): Promise<void>;
  end(id: number, at: Date, by: number): Promise<boolean>;
  removeBefore(moment: Date): Promise<void>;
}

export interface DrillRepos {
  readonly drills: DrillRepository;
}
