import type { ChallengeStep, QualityReason } from '../../faces/face.types.ts';
import type { StrangersIn } from '../../faces/matching/naming.rules.ts';
import type { Language } from '../../kernel/language.ts';
import type { RegistrableKind } from '../../people/people.types.ts';
import type { AttendanceDay, Direction } from '../attendance.types.ts';

/** Whom a kiosk may recognise. Of a class: its roster, while it meets. */
export type KioskScope =
  | { readonly of: 'everyone' }
  | { readonly of: 'kinds'; readonly kinds: readonly RegistrableKind[] }
  | { readonly of: 'sections'; readonly sections: readonly string[] }
  /** Null when the class was deleted: then it recognises nobody. */
  | { readonly of: 'class'; readonly classId: number | null };

/** `both`: whoever is in goes out, and the other way round. */
export const KIOSK_DIRECTIONS = ['in', 'out', 'both'] as const;
export type KioskDirection = (typeof KIOSK_DIRECTIONS)[number];

/** How people show who they are. */
export const KIOSK_MEANS = ['face', 'pin', 'card', 'phone'] as const;
export type KioskMeans = (typeof KIOSK_MEANS)[number];

/** `burst`: whether several pictures in a row show somebody who is there. `move`: and who moves as asked. */
export const KIOSK_LIVENESS = ['off', 'burst', 'move'] as const;
export type KioskLiveness = (typeof KIOSK_LIVENESS)[number];

/** What an administrator chooses for a kiosk. */
export interface KioskSettings {
  readonly name: string;
  /** Where it stands. */
  readonly place: string;
  readonly scope: KioskScope;
  readonly direction: KioskDirection;
  readonly means: readonly KioskMeans[];
  readonly language: Language;
  readonly sound: boolean;
  readonly liveness: KioskLiveness;
  /** A stranger is named in one of so many searches at most. */
  readonly strangersIn: StrangersIn;
  /** Keeps the list of who is present, to be shown without a network behind the exit PIN. */
  readonly keepsPresent: boolean;
}

export interface Kiosk extends KioskSettings {
  readonly id: string;
}

/** The device that was paired. */
export interface PairedDevice {
  /** The browser as it names itself. */
  readonly device: string;
  readonly pairedAt: Date;
  readonly lastSeenAt: Date | null;
}

/** A kiosk in the administrators' list. */
export interface KioskListing extends Kiosk {
  /** Null while no device is paired. */
  readonly paired: PairedDevice | null;
  readonly className: string | null;
  /** Of the last seven days. */
  readonly answers: {
    readonly marks: number;
    readonly wrongNames: number;
    readonly refused: number;
    /** The marks by the way they were made; a way that nobody took is missing. */
    readonly byMeans: Readonly<Partial<Record<KioskMeans, number>>>;
  };
}

/** What somebody showed to a kiosk. */
export type KioskEvidence =
  | {
      readonly means: 'face';
      readonly pictures: readonly Uint8Array[];
      /** Two digits of the PIN, where every face is asked for them. */
      readonly digits: string | null;
    }
  | { readonly means: 'pin'; readonly code: string; readonly pin: string }
  | { readonly means: 'card' | 'phone'; readonly scanned: string };

/** A paired kiosk that makes a request: a device, never a person. It has its own routes and no others. */
export interface KioskActor {
  readonly kioskId: string;
  readonly name: string;
  readonly kiosk: Kiosk;
  /** The key of the device, and when it was paired. */
  readonly publicKey: Uint8Array;
  readonly pairedAt: Date;
  readonly address: string;
}

/** What the kiosk says to whoever stands there. */
export type KioskAnswer =
  | {
      readonly outcome: 'marked';
      /** For "Not me". */
      readonly answerId: string;
      /** First name and an initial. */
      readonly name: string;
      readonly at: Date;
      readonly direction: Direction;
      /** Seen by this or another kiosk a moment before: nothing was recorded again. */
      readonly isRepeat: boolean;
      /** The verdict of the day, where this is how the person arrived. */
      readonly arrival: AttendanceDay | null;
    }
  | { readonly outcome: 'pin_asked'; readonly tryId: string; readonly asks: 'two_digits' | 'pin' }
  /** Recognised, and to be shown that somebody is there. */
  | {
      readonly outcome: 'movement_asked';
      readonly movementId: string;
      readonly step: ChallengeStep;
      /** From 1. */
      readonly number: number;
      readonly of: number;
    }
  | { readonly outcome: 'poor_quality'; readonly reason: QualityReason; readonly message: string }
  /** `other_way`: recognised, and a PIN is needed that the person has not chosen. */
  /** `wrong_card`: unknown, revoked, or not for this kiosk. `wrong_code`: the same of a phone's, or too old, or used. */
  | {
      readonly outcome:
        | 'unknown'
        | 'not_live'
        | 'not_moved'
        | 'wrong_pin'
        | 'wrong_card'
        | 'wrong_code'
        | 'other_way'
        | 'no_class_now';
    };
