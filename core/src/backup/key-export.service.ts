import type { Actor } from '../access.ts';
import { auditOf } from '../audit/audit.service.ts';
import type { Ports } from '../ports.ts';
import type { SettingsService } from '../settings/settings.service.ts';
import { collectKeys, sealKeys } from './key-export.ts';

type Needs = Pick<Ports, 'clock' | 'random' | 'repos' | 'masterKeys' | 'kdf'> & { settings: SettingsService };

/** The keys as one file for the administrator's hands. It is never written to the disk on which the backups lie. */
export function createKeyExportService({ clock, random, repos, masterKeys, kdf, settings }: Needs) {
  return {
    async make(actor: Actor, passphrase: string): Promise<AsyncIterable<Uint8Array>> {
      const { name, isDemo } = await settings.institution();
      const keys = collectKeys(masterKeys, await repos.faces.allKeys());
      const at = clock.now();
      await repos.audit.insert(auditOf(actor, at, 'keys_exported', null, { face_keys: keys.faces.length }));
      return sealKeys({ keys: masterKeys, kdf, random }, keys, {
        institution: name,
        demo: isDemo,
        at,
        passphrase,
      });
    },
  };
}
