import type { Reach } from '../../../kernel/access.ts';
import type { LocalDate, LocalTime } from '../../../kernel/local-date.ts';
import type { PersonKind } from '../../../people/people.types.ts';
import type { CorrectionWanted, NewCheckIn } from '../../attendance.types.ts';

/** What shows that somebody is in or out: a kiosk, the sheet of a class, their own device, or an entry by hand. */
export const PRESENCE_SOURCES = ['kiosk', 'class', 'own', 'hand'] as const;
export type PresenceSource = (typeof PRESENCE_SOURCES)[number];

/** What is recorded of a person today and before, as far as it says where they are. */
export interface PersonSigns {
  readonly id: number;
  readonly code: string;
  readonly name: string;
  readonly kind: PersonKind;
  readonly classSection: string | null;
  readonly checkIns: readonly CheckInSign[];
  /** Sheets in force that say present or late. */
  readonly classMarks: readonly {
    readonly date: LocalDate;
    readonly markedAt: Date;
    readonly className: string;
    /** Null once the class is deleted. */
    readonly endTime: LocalTime | null;
  }[];
  /** The correction in force of each day. */
  readonly corrections: readonly {
    readonly date: LocalDate;
    readonly wanted: CorrectionWanted;
    readonly time: LocalTime | null;
    readonly decidedAt: Date;
  }[];
}

export interface CheckInSign extends Required<Pick<NewCheckIn, 'at' | 'date' | 'direction' | 'kioskId'>> {
  readonly isAtKiosk: boolean;
  /** Where the kiosk stands; null once it is removed. */
  readonly place: string | null;
}

export interface PresentRepository {
  /**
   * Everybody within reach whom the list of the day has, by section and name, with what is recorded of them on the day
   * and the one before; of days before with the check-ins that were since a moment or that directions follow from.
   */
  signs(date: LocalDate, since: Date, reach: Reach): Promise<PersonSigns[]>;
}

export interface PresentRepos {
  readonly present: PresentRepository;
}
