import type { AuditRepos } from '../audit/audit.ports.ts';
import type { FaceRepos, MasterKeys } from '../faces/face.ports.ts';
import type { Actor } from '../kernel/access.ts';
import type { Clock } from '../kernel/clock.ts';
import type { ArchiveHead } from './archive/archive-head.ts';
import { currentKeyId } from './archive/key-export.ts';
import type { RestoreEffects } from './backup.ports.ts';

interface Restored {
  readonly by: Pick<Actor, 'name' | 'address'>;
  /** The file of the backup that was made before; null when there is none. */
  readonly backup: string | null;
  readonly keys: MasterKeys;
  readonly clock: Clock;
}

/** Ends the transaction of a restore: notes whose master key wraps the faces, and the audit entry. */
export const finishRestore =
  ({ by, backup, keys, clock }: Restored) =>
  async (tx: AuditRepos & FaceRepos, head: ArchiveHead, effects: RestoreEffects): Promise<void> => {
    const keyId = currentKeyId(keys);
    if (keyId !== null) await tx.faces.claimMasterKey(keyId);
    await tx.audit.insert({
      at: clock.now(),
      // The actor's id may belong to somebody else in the restored data.
      actorId: null,
      actorName: by.name,
      action: 'restored',
      subject: head.institution,
      address: by.address,
      detail: {
        backup_of: head.createdAt,
        schema: head.schema,
        removed_again: effects.erasedAgain.length + effects.deletedAgain.length,
        consents_withdrawn_again: effects.consentsWithdrawnAgain,
        backup_before: backup,
      },
    });
  };
