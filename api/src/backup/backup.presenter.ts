import type { RestoreProgress, RestoreResult } from '@rollcall/core/backup/restore.service';
import { hasFile } from '@rollcall/core/operations/operations.rules';
import type { NamedOperation, Operation } from '@rollcall/core/operations/operations.types';
import type { z } from 'zod';
import type { wireInspection, wireOperation } from './backup.contract.ts';

/** Whole percents; 100 only when the work is done. */
const percent = ({ state, done, total }: Pick<Operation, 'state' | 'done' | 'total'>): number => {
  if (state === 'done') return 100;
  return total === 0 ? 0 : Math.min(99, Math.floor((100 * done) / total));
};

export const presentOperation = (operation: NamedOperation): z.infer<typeof wireOperation> => ({
  type: operation.kind,
  state: operation.state,
  progress: percent(operation),
  problem: operation.problem,
  timestamp: operation.createdAt.toISOString(),
  filename: operation.file,
  name: operation.name,
  bytes: operation.bytes,
  sha256: operation.sha256,
  created_by: operation.createdBy,
  expires_at: operation.expiresAt.toISOString(),
  has_file: hasFile(operation),
});

const MAX_LISTED = 50;

export const presentInspection = (result: RestoreResult): z.infer<typeof wireInspection> => {
  const { head, rows, faces, effects } = result;
  const { erasedAgain, deletedAgain, consentsWithdrawnAgain, adminPasswordChanges } = effects;
  return {
    institution: head.institution,
    created_at: head.createdAt,
    schema: head.schema,
    rows,
    counts: { ...head.counts },
    people_with_faces: faces.people,
    faces_restored: faces.readable,
    removed_again: {
      erased: erasedAgain.length,
      deleted: deletedAgain.length,
      ids: [...erasedAgain, ...deletedAgain].slice(0, MAX_LISTED),
    },
    consents_withdrawn_again: consentsWithdrawnAgain,
    admin_password_changes: adminPasswordChanges,
  };
};

export const presentProgress = (progress: RestoreProgress | null): number | null =>
  progress && percent({ state: 'running', ...progress });
