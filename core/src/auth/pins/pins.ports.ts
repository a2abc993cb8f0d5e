import type { SealedSecret } from '../auth.ports.ts';

export interface PinRepository {
  of(personIds: readonly number[]): Promise<{ readonly personId: number; readonly secret: SealedSecret }[]>;
  save(personId: number, secret: SealedSecret, at: Date): Promise<void>;
  /** False when there was none. */
  remove(personId: number): Promise<boolean>;
  changedAt(personId: number): Promise<Date | null>;
  /** All of them, locked until the transaction ends. */
  lockAll(): Promise<{ readonly personId: number; readonly secret: SealedSecret }[]>;
  reseal(personId: number, secret: SealedSecret): Promise<void>;
}

export interface PinRepos {
  readonly pins: PinRepository;
}

/** PIN functions that other features may call. */
export interface PinCheck {
  /** Those of these people who have a PIN that can be checked here. */
  having(personIds: readonly number[]): Promise<ReadonlySet<number>>;
  /**
   * Those of these people whose PIN it is, or whose PIN begins with it. `at` names where it was typed: wrong ones are
   * counted there and for each of the people, at all servers together, and fail with `too_many_attempts`.
   */
  matching(
    personIds: readonly number[],
    typed: string,
    asked: 'two_digits' | 'pin',
    at: string,
  ): Promise<readonly number[]>;
}
