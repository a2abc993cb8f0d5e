import type { NewCheckIn } from '@rollcall/core/attendance/attendance.types';
import { passagesOf } from '@rollcall/core/attendance/kiosk/passages.rules';
import { addDays, type LocalDate } from '@rollcall/core/kernel/local-date';
import type { PrivacyRepository } from '@rollcall/core/privacy/privacy.ports';
import { DEFAULT_PRIVACY } from '@rollcall/core/privacy/privacy.rules';
import { and, desc, eq, isNull, type SQL, sql } from 'drizzle-orm';
import { noteConsentWithdrawn } from '../archive/tombstones.ts';
import { type Db, intArray, oneOf, rowsOf } from '../connection.ts';
import { consents, privacySettings } from '../schema/data-safety.schema.ts';
import { newestOf } from './days/pieces.ts';

/**
 * Query of all data about one person, field by field (listed in docs/PRIVACY.md). Of face data only the
 * metadata: the templates are encrypted and useless elsewhere.
 */
const personalData = (personId: number, days: string, checkIns: string): SQL => sql`
  select jsonb_pretty(jsonb_build_object(
    'format', 'rollcall-personal-data',
    'version', 1,
    'person', (select jsonb_build_object('id', p.code, 'name', p.name, 'username', p.username, 'email', p.email,
        'contact_phone', p.contact_phone, 'role', p.role, 'type', p.kind,
        'class_section', p.class_section, 'registered_date', p.registered_on,
        'has_password', exists (select 1 from credentials c where c.person_id = p.id))
      from people p where p.id = ${personId}),
    'classes', (select coalesce(jsonb_agg(jsonb_build_object('name', c.name, 'subject', c.subject) order by c.id), '[]')
      from class_members m join classes c on c.id = m.class_id where m.person_id = ${personId}),
    'consents', (select coalesce(jsonb_agg(jsonb_build_object('text_version', text_version, 'given_by', given_by,
        'given_at', given_at, 'method', method, 'agreed_on', agreed_on, 'withdrawn_at', withdrawn_at) order by id), '[]')
      from consents where person_id = ${personId}),
    'face_data', (select coalesce(jsonb_agg(jsonb_build_object('model', model_id, 'quality', quality,
        'enrolled_at', created_at) order by id), '[]')
      from face_templates where person_id = ${personId}),
    'attendance_days', ${days}::jsonb,
    'check_ins', ${checkIns}::jsonb,
    'kiosk_answers', (select coalesce(jsonb_agg(jsonb_build_object('at', a.at, 'kiosk', k.name, 'outcome', a.outcome,
        'means', a.means, 'searched_among', a.candidates, 'score', a.score, 'not_me_at', a.taken_back_at) order by a.at), '[]')
      from kiosk_answers a join kiosks k on k.id = a.kiosk_id where a.person_id = ${personId}),
    'kiosk_entries', (select coalesce(jsonb_agg(jsonb_build_object('at', taken_at, 'kiosk', kiosk_name, 'means', means,
        'doubt', doubt, 'settled', settled) order by taken_at), '[]')
      from kiosk_entries where person_id = ${personId}),
    'cards', (select coalesce(jsonb_agg(jsonb_build_object('kind', kind, 'ends_with', ending, 'issued_at', issued_at,
        'revoked_at', revoked_at, 'last_used_at', last_used_at) order by issued_at), '[]')
      from cards where person_id = ${personId}),
    'phones', (select coalesce(jsonb_agg(jsonb_build_object('device', device, 'enrolled_at', enrolled_at,
        'last_used_at', last_used_at, 'removed_at', removed_at) order by enrolled_at), '[]')
      from phones where person_id = ${personId}),
    'pin_chosen_at', (select changed_at from pins where person_id = ${personId}),
    'class_marks', (select coalesce(jsonb_agg(jsonb_build_object('class', class_name, 'date', day, 'status', status,
        'means', means, 'score', score, 'marked_at', marked_at, 'replaced_at', replaced_at) order by id), '[]')
      from class_marks where person_id = ${personId}),
    'sections', (select coalesce(jsonb_agg(jsonb_build_object('from', from_day, 'section', section) order by from_day), '[]')
      from section_history where person_id = ${personId}),
    'imported_absences', (select coalesce(jsonb_agg(jsonb_build_object('date', day, 'status', status) order by day), '[]')
      from fixed_absences where person_id = ${personId}),
    'leaves', (select coalesce(jsonb_agg(jsonb_build_object('first_day', first_day, 'last_day', last_day,
        'reason', reason) order by first_day), '[]')
      from leaves where person_id = ${personId}),
    'corrections', (select coalesce(jsonb_agg(jsonb_build_object('date', day, 'wanted', wanted, 'reason', reason,
        'asked_at', asked_at, 'state', state, 'note', note) order by id), '[]')
      from corrections where person_id = ${personId}),
    'day_notes', (select coalesce(jsonb_agg(jsonb_build_object('date', day, 'kind', kind, 'text', text,
        'noted_at', noted_at) order by id), '[]')
      from day_notes where person_id = ${personId}),
    'drills', (select coalesce(jsonb_agg(jsonb_build_object('started_at', d.started_at, 'place', l.place,
        'last_seen_at', l.seen_at, 'found_at', l.ticked_at) order by d.id), '[]')
      from drill_people l join drills d on d.id = l.drill_id where l.person_id = ${personId}),
    'notices_read', (select coalesce(jsonb_agg(jsonb_build_object('title', n.title, 'viewed_at', r.viewed_at,
        'liked', r.liked, 'bookmarked', r.bookmarked) order by r.viewed_at), '[]')
      from notice_readers r join notices n on n.id = r.notice_id where r.person_id = ${personId}),
    'sessions', (select coalesce(jsonb_agg(jsonb_build_object('signed_in_at', created_at, 'last_seen_at', last_seen_at,
        'address', address) order by id), '[]')
      from sessions where person_id = ${personId}),
    'identity_providers', (select coalesce(jsonb_agg(jsonb_build_object('provider', i.name, 'account', l.subject,
        'linked_at', l.linked_at, 'last_used_at', l.last_used_at) order by i.id), '[]')
      from provider_links l join identity_providers i on i.id = l.provider_id where l.person_id = ${personId}),
    'api_tokens', (select coalesce(jsonb_agg(jsonb_build_object('name', name, 'created_at', created_at,
        'expires_at', expires_at, 'last_used_at', last_used_at) order by id), '[]')
      from api_tokens where person_id = ${personId}),
    'activity', (select coalesce(jsonb_agg(jsonb_build_object('at', at, 'action', action, 'subject', subject,
        'address', address) order by id), '[]')
      from audit where actor_id = ${personId})
  )) as document`;

interface MovementRow
  extends Required<Pick<NewCheckIn, 'date' | 'means' | 'score' | 'direction' | 'kioskId'>> {
  readonly seen: string;
}

const CONSENT = {
  textVersion: consents.textVersion,
  givenBy: consents.givenBy,
  givenAt: consents.givenAt,
  notedBy: consents.notedBy,
  method: consents.method,
  agreedOn: consents.agreedOn,
  withdrawnAt: consents.withdrawnAt,
  withdrawnBy: consents.withdrawnBy,
};

const inForceOf = (personId: number) => and(eq(consents.personId, personId), isNull(consents.withdrawnAt));

export function createPrivacyRepository(db: Db): PrivacyRepository {
  const endConsent = async (personId: number, withdrawnAt: Date, withdrawnBy: string) => {
    const ended = await db
      .update(consents)
      .set({ withdrawnAt, withdrawnBy })
      .where(inForceOf(personId))
      .returning({ id: consents.id });
    return ended.length > 0;
  };

  /** The check-ins of a person with the way they went, as far as a kiosk knows. */
  const movementsOf = async (personId: number) => {
    const rows = await rowsOf<MovementRow>(
      db,
      sql`select to_jsonb(seen_at) #>> '{}' as seen, to_char(day, 'YYYY-MM-DD') as date, means, score, direction,
            kiosk_id as "kioskId"
          from check_ins where person_id = ${personId} order by day`,
    );
    const byDay = new Map<LocalDate, (MovementRow & { at: Date })[]>();
    for (const row of rows)
      byDay.set(row.date, [...(byDay.get(row.date) ?? []), { ...row, at: new Date(row.seen) }]);
    return [...byDay]
      .flatMap(([date, checkIns]) => passagesOf(checkIns, byDay.get(addDays(date, -1))))
      .map(({ checkIn: { seen, means, score, direction }, direction: way }) => ({
        at: seen,
        means,
        score,
        direction: direction && way,
      }));
  };

  return {
    async settings() {
      const [row] = await db.select().from(privacySettings);
      if (!row) return DEFAULT_PRIVACY;
      const { onlyRow: _, ...settings } = row;
      return settings;
    },

    async saveSettings(settings) {
      await db
        .insert(privacySettings)
        .values(settings)
        .onConflictDoUpdate({ target: privacySettings.onlyRow, set: settings });
    },

    async consentInForce(personId) {
      const [row] = await db.select(CONSENT).from(consents).where(inForceOf(personId));
      return row ?? null;
    },

    async consenting(personIds, textVersion) {
      if (personIds.length === 0) return [];
      const rows = await db
        .select({ personId: consents.personId })
        .from(consents)
        .where(
          and(
            // One value: a kiosk asks about hundreds of people with each look.
            sql`${consents.personId} = any(${intArray(personIds)}::int[])`,
            isNull(consents.withdrawnAt),
            eq(consents.textVersion, textVersion),
          ),
        );
      return rows.map(({ personId }) => personId);
    },

    async isVersionAgreedTo(textVersion) {
      const [row] = await db
        .select({ id: consents.id })
        .from(consents)
        .where(and(eq(consents.textVersion, textVersion), isNull(consents.withdrawnAt)))
        .limit(1);
      return row !== undefined;
    },

    consentsOf: (personId) =>
      db.select(CONSENT).from(consents).where(eq(consents.personId, personId)).orderBy(desc(consents.id)),

    async giveConsent(personId, consent) {
      await endConsent(personId, consent.givenAt, `replaced by version ${consent.textVersion}`);
      await db.insert(consents).values({ personId, ...consent });
    },

    async withdrawConsent(personId, at, by) {
      if (!(await endConsent(personId, at, by))) return false;
      await noteConsentWithdrawn(db, personId, at);
      return true;
    },

    async dataOf(personId) {
      const days = await newestOf(db, [personId], {}, ({ from, to }) =>
        rowsOf<{ row: string }>(
          db,
          sql`select jsonb_build_object('date', day, 'status', status, 'first_in', first_in,
                'last_seen', last_seen)::text as row
              from attendance_days where person_id = ${personId} and day between ${from} and ${to} order by day desc`,
        ),
      );
      const oldestFirst = `[${days.map(({ row }) => row).reverse()}]`;
      const seen = JSON.stringify(await movementsOf(personId));
      const { document } = await oneOf<{ document: string }>(db, personalData(personId, oldestFirst, seen));
      return document;
    },
  };
}
