import type { Actor } from '../access.ts';
import { auditOf } from '../audit/audit.service.ts';
import type { Ports } from '../ports.ts';
import type { ConsentSubject } from './consent.service.ts';

/** A person's own data as one document; who took it, and whose it was, stays on record. */
export function createMyDataService({ clock, repos }: Pick<Ports, 'clock' | 'repos'>) {
  return {
    async of(actor: Actor, subject: ConsentSubject): Promise<string> {
      const document = await repos.privacy.dataOf(subject.id);
      await repos.audit.insert(auditOf(actor, clock.now(), 'personal_data_exported', subject.code));
      return document;
    },
  };
}
