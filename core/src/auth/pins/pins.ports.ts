import type { SealedSecret } from '../auth.ports.ts';

export interface PinRepository {
  /** With `heldAt` the PINs of that moment, where they are still kept; without it those of now. */
  of(
    personIds: readonly number[],
    heldAt?: Date,
  ): Promise<{ readonly personId: number; readonly secret: SealedSecret }[]>;
  /** The one before is kept for entries of kiosks that were written before the change. */
  save(personId: number, secret: SealedSecret, at: Date): Promise<void>;
  /** False when there was none. */
  remove(personId: number, at: Date): Promise<boolean>;
  /** Removes former PINs that ended before a moment. */
  removeFormerBefore(at: Date): Promise<void>;
  changedAt(personId: number): Promise<Date | null>;
  /** All of them, locked until the transaction ends. */
  lockAll(): Promise<{ readonly personId: number; readonly secret: SealedSecret }[]>;
  reseal(personId: number, secret: SealedSecret): Promise<void>;
  /** The same of former PINs. */
  lockFormer(): Promise<FormerPin[]>;
  resealFormer(pin: Pick<FormerPin, 'personId' | 'until'>, secret: SealedSecret): Promise<void>;
}

interface FormerPin {
  readonly personId: number;
  readonly until: Date;
  readonly secret: SealedSecret;
}

export interface PinRepos {
  readonly pins: PinRepository;
}

/** PIN functions that other features may call. */
export interface PinCheck {
  /** Those of these people who have a PIN that can be checked here. */
  having(personIds: readonly number[]): Promise<ReadonlySet<number>>;
  /**
   * Those of these people whose PIN it is, or whose PIN begins with it. Wrong ones are counted at the door and for each of
   * the people, at all servers together, by the time at which they were typed, and fail with `too_many_attempts`; without
   * people, for the number that was typed. Fails with `key_not_here` where another server has to compare it.
   */
  matching(
    personIds: readonly number[],
    typed: string,
    asked: 'two_digits' | 'pin',
    where: TypedAt,
  ): Promise<readonly number[]>;
}

/** Where and when a PIN was typed. */
export interface TypedAt {
  readonly kioskId: string;
  readonly at: Date;
  /** Of an entry that was written down: the PIN of that moment counts. */
  readonly heldAt?: Date;
  /** The number that was typed with it. */
  readonly number?: string;
}
