export const OPERATION_KINDS = [
  'backup',
  'export_json',
  'export_csv',
  'upload',
  'import',
  'retention',
] as const;
export type OperationKind = (typeof OPERATION_KINDS)[number];

export const OPERATION_STATES = ['running', 'done', 'failed'] as const;
export type OperationState = (typeof OPERATION_STATES)[number];

/** A backup, export or import that an administrator started, listed until it expires. */
export interface Operation {
  readonly id: number;
  readonly kind: OperationKind;
  readonly state: OperationState;
  /** Rows written of rows to write. */
  readonly done: number;
  readonly total: number;
  /** Why it failed, as shown to the administrator. */
  readonly problem: string | null;
  /** Random file name without a path. */
  readonly file: string;
  readonly bytes: number;
  /** Empty until it is done. */
  readonly sha256: string;
  readonly createdAt: Date;
  readonly createdBy: string;
  readonly expiresAt: Date;
  /** The job that does it; null for uploads and for what was there before jobs. */
  readonly jobId: number | null;
  /** A nightly backup. */
  readonly scheduled: boolean;
  /** When a nightly backup was read back; null before, and for everything else. */
  readonly verifiedAt: Date | null;
}

/** With the name under which its file is downloaded. */
export interface NamedOperation extends Operation {
  readonly name: string;
}

export type NewOperation = Pick<Operation, 'kind' | 'file' | 'createdAt' | 'createdBy' | 'expiresAt'> &
  Partial<Pick<Operation, 'jobId' | 'scheduled'>>;

export type OperationResult =
  | { readonly state: 'done'; readonly bytes: number; readonly sha256: string }
  | { readonly state: 'failed'; readonly problem: string };
