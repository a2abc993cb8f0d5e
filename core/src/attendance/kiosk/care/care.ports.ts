import type { Language } from '../../../kernel/language.ts';
import type { LocalDate, LocalTime } from '../../../kernel/local-date.ts';
import type {
  KioskCondition,
  KioskCounts,
  KioskFigures,
  LightSlot,
  Silence,
  StoredCondition,
} from './health.types.ts';

/** A paired kiosk as the check for silence sees it. */
export interface WatchedKiosk {
  readonly kioskId: string;
  readonly lastSeenAt: Date | null;
  /** The silence that goes on. */
  readonly silence: Pick<Silence, 'id' | 'since'> | null;
}

/** A silence as a mail tells it. */
export interface ToldSilence extends Silence {
  readonly name: string;
  readonly place: string;
}

/** What paired kiosks counted since a moment. */
export interface CountedHealth {
  readonly kioskId: string;
  readonly lastSeenAt: Date | null;
  readonly condition: StoredCondition | null;
  readonly figures: KioskFigures;
  readonly light: readonly LightSlot[];
  readonly busiest: { readonly at: Date; readonly people: number } | null;
  readonly silences: readonly Silence[];
  /** Wrong numbers, PINs and codes since another moment. */
  readonly wrongTries: number;
}

export interface KioskCareRepository {
  /** Replaces the last report of the kiosk. */
  saveCondition(kioskId: string, condition: KioskCondition, at: Date): Promise<void>;
  /** Adds to the row of the kiosk and the ten minutes. */
  addCounts(kioskId: string, slot: Date, counts: KioskCounts): Promise<void>;
  /** Of every paired kiosk. */
  health(since: Date, wrongSince: Date): Promise<CountedHealth[]>;
  /** Removes counts and ended silences before a moment. */
  removeBefore(at: Date): Promise<void>;

  /** Notes a check for silence; answers since when checks have followed each other without a gap. */
  noteCheck(at: Date, gapMs: number): Promise<Date>;
  /** When the last class of the day is over. */
  lastClassEnds(date: LocalDate): Promise<LocalTime | null>;
  /** Every paired kiosk, by id: two servers then never wait for each other in a circle. */
  watched(): Promise<WatchedKiosk[]>;
  /** Null when another server was first. */
  beginSilence(kioskId: string, since: Date, at: Date): Promise<string | null>;
  /** False when another server was first. */
  endSilence(id: string, backAt: Date): Promise<boolean>;
  /** Removes silences that go on of kiosks without a device. */
  forgetUnpaired(): Promise<void>;
  /** Takes the ended silences that nobody was told of; each is taken once. */
  takeReturns(at: Date): Promise<string[]>;
  /** The silence and those that were told of with it, by name; the language is that of the kiosk. */
  told(
    id: string,
    of: 'begin' | 'end',
  ): Promise<{ readonly language: Language; readonly silences: readonly ToldSilence[] }>;
}

export interface KioskCareRepos {
  readonly kioskCare: KioskCareRepository;
}
