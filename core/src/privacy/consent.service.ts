import type { Actor } from '../access.ts';
import { auditOf } from '../audit/audit.service.ts';
import { AppError } from '../errors.ts';
import type { Announcing } from '../events/announcing.ts';
import type { GalleryKeeper } from '../faces/gallery-keeper.ts';
import type { Ports } from '../ports.ts';
import type { PrivacySettings } from './privacy.types.ts';

type Needs = Pick<Ports, 'clock' | 'repos'> & { announcing: Announcing; keeper: GalleryKeeper };

/** Whose consent it is. */
export interface ConsentSubject {
  readonly id: number;
  readonly code: string;
}

/** Who agreed to what, and what follows from taking it back. */
export function createConsentService({ clock, repos, announcing, keeper }: Needs) {
  return {
    settings: () => repos.privacy.settings(),

    saveSettings: (actor: Actor, settings: PrivacySettings): Promise<void> =>
      announcing('settings', async (tx) => {
        await tx.privacy.saveSettings(settings);
        const { consentText: _, ...facts } = settings;
        await tx.audit.insert(auditOf(actor, clock.now(), 'privacy_settings_saved', null, { ...facts }));
      }),

    inForce: (personId: number) => repos.privacy.consentInForce(personId),
    history: (personId: number) => repos.privacy.consentsOf(personId),

    /** Before a face is enrolled or looked at. */
    async assertAllowed(personId: number): Promise<void> {
      const { consentRequired } = await repos.privacy.settings();
      if (!consentRequired || (await repos.privacy.consentInForce(personId))) return;
      throw new AppError('consent_missing');
    },

    /** Of these people, the ones whose faces may be compared. */
    async allowedAmong(personIds: readonly number[]): Promise<ReadonlySet<number>> {
      const { consentRequired } = await repos.privacy.settings();
      return new Set(consentRequired ? await repos.privacy.consenting(personIds) : personIds);
    },

    async give(actor: Actor, subject: ConsentSubject, givenBy: string): Promise<void> {
      const givenAt = clock.now();
      await announcing(
        'people',
        async (tx) => {
          const { consentVersion: textVersion } = await tx.privacy.settings();
          await tx.privacy.giveConsent(subject.id, { textVersion, givenBy, givenAt, notedBy: actor.name });
          await tx.audit.insert(
            auditOf(actor, givenAt, 'consent_given', subject.code, { text_version: textVersion }),
          );
        },
        subject.id,
      );
    },

    /** Templates and key go in the same step; attendance by other means stays possible. */
    async withdraw(actor: Actor, subject: ConsentSubject): Promise<void> {
      const at = clock.now();
      await announcing(
        ['people', 'faces'],
        async (tx) => {
          if (!(await tx.privacy.withdrawConsent(subject.id, at, actor.name)))
            throw new AppError('not_found', { message: 'There is no consent to withdraw.' });
          const templates = await tx.faces.removeTemplates(subject.id);
          await tx.faces.removeKey(subject.id);
          await tx.classMarks.forgetSightings(subject.id);
          await tx.audit.insert(auditOf(actor, at, 'consent_withdrawn', subject.code, { templates }));
        },
        subject.id,
      );
      await keeper.refresh(subject.id);
    },
  };
}

export type ConsentService = ReturnType<typeof createConsentService>;
