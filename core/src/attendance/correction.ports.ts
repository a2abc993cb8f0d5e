import type { DayStatus } from './attendance.types.ts';
import type { Correction, CorrectionOfPerson, CorrectionState, NewCorrection } from './correction.types.ts';

export interface CorrectionDecision {
  readonly state: 'accepted' | 'declined';
  readonly decidedBy: number;
  readonly decidedAt: Date;
  readonly note: string | null;
  readonly before: { readonly status: DayStatus; readonly firstIn: Date | null } | null;
}

export interface CorrectionRepository {
  /** Fails with `correction_pending` when the day already waits for an answer. */
  insert(correction: NewCorrection): Promise<number>;
  /** Held until the transaction ends. */
  lock(id: number): Promise<Correction | null>;
  decide(id: number, decision: CorrectionDecision): Promise<void>;
  /** Newest first. */
  list(query: {
    state?: CorrectionState | undefined;
    personId?: number | undefined;
    limit: number;
  }): Promise<CorrectionOfPerson[]>;
}
