import type { AuditRepos } from '../audit/audit.ports.ts';
import { auditEntry } from '../audit/audit.rules.ts';
import type { FaceRepos, MasterKeys } from '../faces/face.ports.ts';
import type { Actor } from '../kernel/access.ts';
import type { Clock } from '../kernel/clock.ts';
import type { RandomSource } from '../kernel/random.ts';
import type { SettingsReader } from '../settings/settings.ports.ts';
import { collectKeys, sealKeys } from './archive/key-export.ts';
import type { PassphraseKdf } from './backup.ports.ts';

type Repos = AuditRepos & FaceRepos;

interface Needs {
  readonly clock: Clock;
  readonly random: RandomSource;
  readonly repos: Repos;
  readonly masterKeys: MasterKeys;
  readonly kdf: PassphraseKdf;
  readonly settings: SettingsReader;
}

/** Exports the keys as one sealed file for the administrator. It is streamed, never stored next to the backups. */
export function createKeyExportService({ clock, random, repos, masterKeys, kdf, settings }: Needs) {
  return {
    async make(actor: Actor, passphrase: string): Promise<AsyncIterable<Uint8Array>> {
      const { name, isDemo } = await settings.institution();
      const keys = collectKeys(masterKeys, await repos.faces.allKeys());
      const at = clock.now();
      await repos.audit.insert(
        auditEntry(actor, at, 'keys_exported', null, { face_keys: keys.faces.length }),
      );
      return sealKeys({ keys: masterKeys, kdf, random }, keys, {
        institution: name,
        demo: isDemo,
        at,
        passphrase,
      });
    },
  };
}
