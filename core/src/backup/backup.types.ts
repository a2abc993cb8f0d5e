import type { LocalDate, LocalTime } from '../time/local-date.ts';

export const OPERATION_KINDS = ['backup', 'export_json', 'export_csv', 'upload', 'import'] as const;
export type OperationKind = (typeof OPERATION_KINDS)[number];

export const OPERATION_STATES = ['running', 'done', 'failed'] as const;
export type OperationState = (typeof OPERATION_STATES)[number];

/** A file made for an administrator, listed until it expires. */
export interface Operation {
  readonly id: number;
  readonly kind: OperationKind;
  readonly state: OperationState;
  /** Rows written of rows to write. */
  readonly done: number;
  readonly total: number;
  /** Why it failed, for a person. */
  readonly problem: string | null;
  /** Opaque: nothing can be learnt from it and no path can hide in it. */
  readonly file: string;
  readonly bytes: number;
  /** Empty until it is done. */
  readonly sha256: string;
  readonly createdAt: Date;
  readonly createdBy: string;
  readonly expiresAt: Date;
}

export type NewOperation = Pick<Operation, 'kind' | 'file' | 'createdAt' | 'createdBy' | 'expiresAt'>;

export type OperationResult =
  | { readonly state: 'done'; readonly bytes: number; readonly sha256: string }
  | { readonly state: 'failed'; readonly problem: string };

export interface CsvChoice {
  /** One day, or every day. */
  readonly date: LocalDate | null;
}

export interface BackupSchedule {
  readonly enabled: boolean;
  /** In the institution's zone. */
  readonly at: LocalTime;
  /** A backup lives this many days; the first one of a week lives `keepWeekly` weeks. */
  readonly keepDaily: number;
  readonly keepWeekly: number;
}
