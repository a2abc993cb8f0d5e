import type { Reach } from '../../../kernel/access.ts';
import type { LocalDate, LocalTime } from '../../../kernel/local-date.ts';
import type { PersonKind } from '../../../people/people.types.ts';
import type { CorrectionWanted, Direction } from '../../attendance.types.ts';

/** What shows that somebody is in or out: a kiosk, the sheet of a class, their own device, or an entry by hand. */
export const PRESENCE_SOURCES = ['kiosk', 'class', 'own', 'hand'] as const;
export type PresenceSource = (typeof PRESENCE_SOURCES)[number];

/** What is recorded of a person today, as far as it says where they are. */
export interface PersonSigns {
  readonly id: number;
  readonly code: string;
  readonly name: string;
  readonly kind: PersonKind;
  readonly classSection: string | null;
  readonly checkIns: readonly {
    readonly at: Date;
    /** Null where nobody said which way. */
    readonly direction: Direction | null;
    readonly isAtKiosk: boolean;
    /** Where the kiosk stands; null once it is removed. */
    readonly place: string | null;
  }[];
  /** Sheets in force that say present or late. */
  readonly classMarks: readonly {
    readonly markedAt: Date;
    readonly className: string;
    /** Null once the class is deleted. */
    readonly endTime: LocalTime | null;
  }[];
  /** The correction in force. */
  readonly correction: {
    readonly wanted: CorrectionWanted;
    readonly time: LocalTime | null;
    readonly decidedAt: Date;
  } | null;
}

export interface PresentRepository {
  /** Everybody within reach whom the list of the day has, by section and name. */
  signs(date: LocalDate, reach: Reach): Promise<PersonSigns[]>;
}

export interface PresentRepos {
  readonly present: PresentRepository;
}
