import { hasFile } from '@rollcall/core/backup/backup.rules';
import type { Operation } from '@rollcall/core/backup/backup.types';
import type { Inspection } from '@rollcall/core/backup/restore.archive';
import type { RestoreProgress } from '@rollcall/core/backup/restore-progress';
import type { z } from 'zod';
import type { wireOperation } from './backup.contract.ts';
import type { wireInspection } from './restore.contract.ts';

const percent = ({ state, done, total }: Pick<Operation, 'state' | 'done' | 'total'>): number => {
  if (state === 'done') return 100;
  return total === 0 ? 0 : Math.min(99, Math.floor((100 * done) / total));
};

export const presentOperation = (operation: Operation): z.infer<typeof wireOperation> => ({
  type: operation.kind,
  state: operation.state,
  progress: percent(operation),
  problem: operation.problem,
  timestamp: operation.createdAt.toISOString(),
  filename: operation.file,
  bytes: operation.bytes,
  sha256: operation.sha256,
  created_by: operation.createdBy,
  expires_at: operation.expiresAt.toISOString(),
  has_file: hasFile(operation),
});

export const presentInspection = ({ head, rows, faces }: Inspection): z.infer<typeof wireInspection> => ({
  institution: head.institution,
  created_at: head.createdAt,
  schema: head.schema,
  rows,
  counts: { ...head.counts },
  people_with_faces: faces.people,
  faces_restored: faces.readable,
});

export const presentProgress = (progress: RestoreProgress | null): number | null =>
  progress && percent({ state: 'running', ...progress });
