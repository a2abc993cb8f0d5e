import type { LocalDate } from '../time/local-date.ts';

export const OPERATION_KINDS = ['backup', 'export_json', 'export_csv'] as const;
export type OperationKind = (typeof OPERATION_KINDS)[number];

/** A file made for an administrator, listed until it expires. */
export interface Operation {
  readonly id: number;
  readonly kind: OperationKind;
  /** Opaque: nothing can be learnt from it and no path can hide in it. */
  readonly file: string;
  readonly bytes: number;
  readonly sha256: string;
  readonly createdAt: Date;
  readonly createdBy: string;
  readonly expiresAt: Date;
}

export type NewOperation = Omit<Operation, 'id'>;

export interface CsvChoice {
  /** One day, or every day. */
  readonly date: LocalDate | null;
}
