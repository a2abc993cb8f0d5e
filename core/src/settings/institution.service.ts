import type { AuditRepos } from '../audit/audit.ports.ts';
import { auditEntry } from '../audit/audit.rules.ts';
import type { TransactAndPublish } from '../events/events.ports.ts';
import { ImageError } from '../faces/face.ports.ts';
import { imageFromBytes, imageFromText, imageKind } from '../faces/images/image-file.rules.ts';
import type { Actor } from '../kernel/access.ts';
import type { Clock } from '../kernel/clock.ts';
import { AppError } from '../kernel/errors.ts';
import type { LocalDate } from '../kernel/local-date.ts';
import { isTimeZone } from '../kernel/zones/zone-data.ts';
import { firstDayFor, INSTITUTION_LIMITS, zonesChangedFrom } from './institution.rules.ts';
import type { SettingsRepos } from './settings.ports.ts';
import type { Institution, InstitutionKind, Logo } from './settings.types.ts';

type Repos = AuditRepos & SettingsRepos;

interface Needs {
  readonly clock: Clock;
  readonly repos: Repos;
  readonly transactAndPublish: TransactAndPublish<Repos>;
}

const invalid = (field: string, problem: string) =>
  new AppError('invalid_input', { fields: { [field]: problem } });

/** Whatever is no image of a known kind fails with `invalid_input`. */
function logoBytes(image: string | Uint8Array): Uint8Array {
  try {
    const bytes = typeof image === 'string' ? imageFromText(image) : imageFromBytes(image);
    imageKind(bytes);
    return bytes;
  } catch (error) {
    if (error instanceof ImageError) throw invalid('image', 'The logo must be a PNG, JPEG or WebP image.');
    throw error;
  }
}

const versionOf = async (bytes: Uint8Array): Promise<string> => {
  const digest = new Uint8Array(await crypto.subtle.digest('SHA-256', Uint8Array.from(bytes)));
  return Array.from(digest.subarray(0, 8), (byte) => byte.toString(16).padStart(2, '0')).join('');
};

/** Name, kind, colour, logo and time zone of the institution. */
export function createInstitutionService({ clock, repos, transactAndPublish }: Needs) {
  const inTransaction = <T>(work: (tx: Repos, at: Date, found: Institution) => Promise<T>): Promise<T> =>
    transactAndPublish('settings', async (tx) => {
      await tx.settings.lockInstitution();
      const institution = await tx.settings.institution();
      if (!institution) throw new AppError('not_found');
      return work(tx, clock.now(), institution);
    });

  return {
    save: (
      actor: Actor,
      {
        name,
        kind,
        colour,
        supportEmail,
      }: {
        name?: string | undefined;
        kind?: InstitutionKind | undefined;
        colour?: string | null | undefined;
        supportEmail?: string | null | undefined;
      },
    ): Promise<void> =>
      inTransaction(async (tx, at, before) => {
        if (name !== undefined) await tx.settings.saveName(name);
        if (kind !== undefined) await tx.settings.saveKind(kind);
        if (colour !== undefined) await tx.settings.saveColour(colour);
        if (supportEmail !== undefined) await tx.settings.saveSupportEmail(supportEmail);
        const detail = {
          ...(name !== undefined && name !== before.name ? { name, name_before: before.name } : {}),
          ...(kind !== undefined && kind !== before.kind ? { kind, kind_before: before.kind } : {}),
          ...(colour !== undefined ? { colour } : {}),
          ...(supportEmail !== undefined ? { support_email: supportEmail } : {}),
        };
        await tx.audit.insert(auditEntry(actor, at, 'institution_changed', name ?? before.name, detail));
      }),

    logo: (): Promise<Logo | null> => repos.settings.logo(),

    /** `image` is a data URL or base64. SVG is refused, because it can hold a program. */
    async saveLogo(actor: Actor, image: string | Uint8Array): Promise<void> {
      const bytes = logoBytes(image);
      const mediaType: Logo['mediaType'] = `image/${imageKind(bytes)}`;
      if (bytes.length > INSTITUTION_LIMITS.logoBytes)
        throw invalid('image', 'The logo must not be larger than 256 KB.');
      const version = await versionOf(bytes);
      await inTransaction(async (tx, at, { name }) => {
        await tx.settings.saveLogo({ bytes, mediaType }, version);
        await tx.audit.insert(auditEntry(actor, at, 'logo_changed', name, { bytes: bytes.length }));
      });
    },

    removeLogo: (actor: Actor): Promise<void> =>
      inTransaction(async (tx, at, { name }) => {
        if (!(await tx.settings.removeLogo())) throw new AppError('not_found');
        await tx.audit.insert(auditEntry(actor, at, 'logo_changed', name, { removed: true }));
      }),

    /** The first day from which a zone can be changed; null where nothing is recorded. */
    firstDayFor: async (timeZone: string): Promise<LocalDate | null> =>
      firstDayFor(timeZone, await repos.settings.lastRecorded()),

    /** The zone holds from a day on; attendance recorded until then keeps the zone that it was recorded in. */
    async changeZone(actor: Actor, timeZone: string, from: LocalDate): Promise<void> {
      if (!isTimeZone(timeZone)) throw invalid('time_zone', 'This is not a known time zone.');
      await inTransaction(async (tx, at, before) => {
        const first = firstDayFor(timeZone, await tx.settings.lastRecorded());
        if (first !== null && from < first)
          throw invalid('from_day', `There is attendance already. The first possible day is ${first}.`);
        const zones = zonesChangedFrom(before, timeZone, from);
        await tx.settings.saveZones(zones.timeZone, zones.earlierZones);
        const detail = { time_zone: timeZone, time_zone_before: before.timeZone, from_day: from };
        await tx.audit.insert(auditEntry(actor, at, 'time_zone_changed', before.name, detail));
      });
    },
  };
}
