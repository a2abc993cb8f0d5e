import { DEFAULT_PRIVACY } from '@rollcall/core/privacy/privacy.rules';
import type { FirstStepRepository } from '@rollcall/core/settings/first-steps/first-steps.ports';
import type { FirstStepFacts } from '@rollcall/core/settings/first-steps/first-steps.types';
import { sql } from 'drizzle-orm';
import { type Db, oneOf } from '../../connection.ts';
import { institution } from '../../schema/institution.schema.ts';

/** What was saved at least once, although the value may be the default: the audit log remembers it. */
const isLogged = (...actions: readonly string[]) =>
  sql`exists (select 1 from audit where action in ${[...actions]})`;

export function createFirstStepRepository(db: Db): FirstStepRepository {
  return {
    async marks() {
      const [row] = await db
        .select({
          confirmed: institution.confirmedSteps,
          skipped: institution.skippedSteps,
          isClosed: institution.firstStepsClosed,
        })
        .from(institution);
      return row ?? { confirmed: [], skipped: [], isClosed: true };
    },

    async saveMarks({ confirmed, skipped }) {
      await db.update(institution).set({ confirmedSteps: [...confirmed], skippedSteps: [...skipped] });
    },

    async open() {
      await db.update(institution).set({ firstStepsClosed: false });
    },

    async close() {
      await db.update(institution).set({ firstStepsClosed: true });
    },

    facts: () =>
      oneOf<FirstStepFacts>(
        db,
        sql`select
          (select count(*)::int from people where deleted_at is null and kind <> 'admin') as people,
          (select count(distinct t.person_id)::int from face_templates t join people p on p.id = t.person_id
            where p.deleted_at is null) as faces,
          (select count(*)::int from classes) as classes,
          exists (select 1 from people where deleted_at is null and class_section is not null) as "hasSections",
          exists (select 1 from time_rules) as "areTimesSaved",
          exists (select 1 from holidays) or exists (select 1 from working_days_history)
            or ${isLogged('holidays_saved', 'working_days_saved')} as "areHolidaysSaved",
          exists (select 1 from privacy_settings where consent_text <> ${DEFAULT_PRIVACY.consentText})
            or ${isLogged('privacy_settings_saved')} as "isConsentTextSaved",
          exists (select 1 from place_networks) or ${isLogged('evidence_saved', 'network_added')} as "isPlaceChosen",
          ${isLogged('backup_created')} as "hasBackup",
          ${isLogged('keys_exported')} as "areKeysExported"`,
      ),
  };
}
