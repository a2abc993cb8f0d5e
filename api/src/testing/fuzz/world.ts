import { zipOf } from '../archive-fixtures.ts';
import { acceptedScan } from '../attendance-fixtures.ts';
import { enrolmentImages, sceneImage } from '../scripted-engine.ts';
import { MONDAY, PERSON_PASSWORD, type TestApp } from '../test-app.ts';
import { createDevice, lookOf, pairKiosk, type TestDevice } from '../test-kiosk.ts';
import { createTestQueue } from '../test-kiosk-queue.ts';
import type { Operation } from './operations.ts';

/** What the requests of one operation refer to. Made anew for every operation, and after each success that changes it. */
export interface World {
  /** The code of the student who calls. */
  readonly own: string;
  /** The person whom a request is about. */
  readonly code: string;
  /** Of nobody. */
  readonly newCode: string;
  readonly tokens: { readonly admin: string; readonly student: string; readonly employee: string };
  readonly date: string;
  readonly classId: number;
  readonly revision: number;
  readonly noticeId: number;
  readonly leaveId: number;
  readonly drillId: number;
  readonly correctionId: number;
  readonly approvalId: number;
  readonly passkeyId: number;
  readonly providerId: number;
  readonly scanId: string;
  /** A paired device, and what it was told: an answer that named somebody, a face that waits for a PIN. */
  readonly kiosk: TestDevice | null;
  /** What the kiosk wrote down without a network, and an entry that the office has to confirm. */
  readonly entry: object;
  readonly entryId: string;
  readonly answerId: string;
  readonly tryId: string;
  /** A face that waits for a movement. */
  readonly movementId: string;
  /** The code that another device shows. */
  readonly pairingCode: string;
  readonly publicKey: string;
  readonly cardId: string;
  readonly phoneId: string;
  readonly network: string;
  readonly image: string;
  readonly images: readonly string[];
  readonly ics: string;
  readonly people: string;
  readonly days: string;
  readonly photos: string;
  readonly file: string;
  readonly fileFor: (path: string) => Uint8Array<ArrayBuffer>;
}

const KIOSK = {
  kiosk: null,
  answerId: '',
  tryId: '',
  movementId: '',
  pairingCode: 'ABCDEFGH',
  publicKey: '',
  entry: {},
};
const NO_SCAN = '00000000-0000-4000-8000-000000000000';

const bytes = (text: string) => new Uint8Array(new TextEncoder().encode(text));

/** Makes worlds; the people who call are the same in all of them until one signs out. */
export function createWorlds(app: TestApp) {
  let made = 0;
  let actors: Pick<World, 'own' | 'tokens'> | null = null;

  const signIn = async () => {
    const [own, employee] = [`S-${made}`, `E-${made}`];
    const { token: student } = await app.person(own);
    const tokens = {
      admin: await app.adminToken(),
      student,
      employee: (await app.person(employee, { type: 'employee' })).token,
    };
    await app.pool.query(`update people set registered_on = '2026-01-01' where code = any($1)`, [
      [own, employee],
    ]);
    actors = { own, tokens };
    return actors;
  };

  const created = async (method: string, path: string, token: string, body: unknown) => {
    const answer = await app.call(method, path, { token, body });
    if (answer.status !== 200) throw new Error(`${method} ${path}: ${answer.text}`);
    return answer.body;
  };

  const classFor = async (admin: string, section: string, code: string) => {
    const given = { name: section, section, startTime: '09:00', endTime: '10:00' };
    const { id } = (await created('POST', '/admin/classes', admin, given)).class;
    await created('PUT', `/admin/classes/${id}/roster`, admin, { user_ids: [code] });
    return id as number;
  };

  /** A scan that waits for its first picture, or one that was accepted. */
  const scanFor = async (path: string, own: string, student: string): Promise<string> => {
    if (path.endsWith('with-image'))
      return (await created('POST', '/user/start-face-scan', student, {})).scan_id;
    return path.includes('mark-attendance') ? acceptedScan(app, own) : NO_SCAN;
  };

  /** A network that is to be added, or one to be removed. */
  const networkFor = async (method: string, path: string, admin: string): Promise<string> => {
    const network = `10.${made % 250}.0.0/16`;
    if (path.endsWith('/networks') && method.toLowerCase() === 'delete')
      await created('POST', '/admin/evidence/networks', admin, { network, name: '' });
    return network;
  };

  /** What the requests of a kiosk, and those about kiosks, refer to. Two look-alikes with PINs have been there. */
  const kioskFor = async (path: string): Promise<Pick<World, keyof typeof KIOSK>> => {
    if (!path.includes('/kiosk')) return KIOSK;
    await app.pool.query('delete from kiosks');
    const twins = [`K-${made}`, `L-${made}`];
    for (const [at, code] of twins.entries()) {
      const { token } = await app.person(code);
      await created('PUT', '/user/pin', token, { pin: `471${at}` });
      const images = enrolmentImages(13 + at);
      await created('POST', '/admin/capture-face', await app.adminToken(), { user_id: code, images });
    }
    const keepsPresent = path === '/kiosk/present';
    if (keepsPresent || path.endsWith('exit-pin'))
      await created('PUT', '/admin/kiosk-exit-pin', await app.adminToken(), { pin: '4710' });
    const kiosk = await pairKiosk(app, {
      name: `Door ${made}`,
      means: ['face', 'pin', 'card', 'phone'],
      keeps_present: keepsPresent,
      liveness: path === '/kiosk/movement' ? 'move' : 'burst',
    });
    const asked = (await kiosk.identify(lookOf({ person: 13, or: 14 }))).body;
    const named = (await kiosk.identify(lookOf({ person: 13 }))).body;
    const other = await createDevice(app);
    return {
      kiosk,
      answerId: named.mark?.answer_id ?? NO_SCAN,
      tryId: asked.asked?.try_id ?? NO_SCAN,
      movementId: named.movement?.movement_id ?? NO_SCAN,
      pairingCode: await other.code(),
      publicKey: other.publicKey,
      entry: await (await createTestQueue(app, kiosk)).write({
        means: 'pin',
        user_id: `K-${made}`,
        pin: '4710',
      }),
    };
  };

  const make = async ({ method, path, takesFile }: Operation): Promise<World> => {
    made += 1;
    // The requests before may have used up the failures and the wishes that somebody is allowed.
    await app.pool.query('delete from login_attempts');
    await app.pool.query(`delete from corrections where state = 'pending'`);
    // Nor has anybody a second factor, nor is one or a second administrator asked for, except where that is tried.
    await app.pool.query(`update institution set second_factor_roles = '{}', needs_approval = false`);
    await app.pool.query('delete from passkeys');
    await app.pool.query('delete from drills');
    await app.pool.query('delete from identity_providers');
    await app.pool.query('delete from totp_secrets');
    const { own, tokens } = actors ?? (await signIn());
    const { admin, student } = tokens;
    const code = `T-${made}`;
    const date = MONDAY.slice(0, 10);
    const register = {
      name: code,
      user_id: code,
      username: code,
      password: PERSON_PASSWORD,
      type: 'student',
    };
    await created('POST', '/admin/register', admin, register);
    const needs = (part: string) => path.includes(part);
    /** The id of a row that the API makes in several steps. */
    const inserted = async <Id = number>(sql: string): Promise<Id> =>
      (await app.pool.query(sql)).rows[0]?.id ?? 1;
    if (needs('/me/totp') || needs('recovery-codes') || needs('second-factors'))
      await app.pool.query(`insert into totp_secrets (person_id, is_active, master_key_id, sealed, since)
        select id, true, 'key', '', now() from people where kind = 'admin' or code = '${code}'`);
    if (needs('consent'))
      await created('POST', `/admin/users/${code}/consent`, admin, { given_by: 'A parent' });
    if (needs('/user/consent')) await created('POST', path, student, {});
    if (needs('/user/pin')) await created('PUT', path, student, { pin: '4710' });
    const image = sceneImage({ person: made % 12, nonce: made });

    const people = bytes(`id,name\nN-${made},New Person`);
    const days = bytes(`id,date,in\n${code},2026-02-02,09:00`);
    const photos = zipOf({ [`${code}.png`]: Buffer.from(image, 'base64') });
    const uploaded = async (kind: string, file: Uint8Array<ArrayBuffer>): Promise<string> =>
      needs('/import') && !takesFile
        ? (await app.upload(`/admin/import/${kind}/upload`, file)).body.upload
        : 'none';
    const leave = { user_id: code, from: '2026-03-05', to: '2026-03-06', reason: 'Ill' };
    const wish = {
      date: `2026-02-${String(1 + (made % 27)).padStart(2, '0')}`,
      wanted: 'absent',
      reason: 'Ill',
    };
    const notice = { title: 'Notice', content: 'Text' };

    return {
      ...(await kioskFor(path)),
      entryId: needs('/unconfirmed/')
        ? String(
            await inserted(`insert into kiosk_entries
                (public_key, number, hash, kiosk_name, means, taken_at, received_at, doubt, person_id)
              select sha256(random()::text::bytea), 1, random()::text, 'Door', 'pin', '${MONDAY}', '${MONDAY}', 'clock', id
              from people where code = '${code}' returning id`),
          )
        : NO_SCAN,
      own,
      code,
      newCode: `N-${made}`,
      tokens,
      date,
      classId: needs('class') || needs('attendance/start') ? await classFor(admin, `Class ${made}`, code) : 1,
      revision: 0,
      noticeId: needs('/notices/') ? ((await created('POST', '/admin/notices', admin, notice)).id ?? 1) : 1,
      leaveId: needs('/leaves/') ? (await created('POST', '/admin/leaves', admin, leave)).id : 1,
      drillId: needs('/drills/')
        ? await inserted(`insert into drills (day, started_at) values ('${date}', '${MONDAY}') returning id`)
        : 1,
      correctionId: needs('/corrections/')
        ? (await created('POST', '/user/corrections', student, wish)).id
        : 1,
      approvalId: needs('/approvals/')
        ? await inserted(`insert into approvals (act, method, path, body_hash, subject, detail, rank, asked_by, asked_at)
            select 'key_export', 'POST', '/', '', 'x', '{}', 'administrator', id, '${MONDAY}' from people
            where code = '${code}' returning id`)
        : 1,
      passkeyId: needs('/me/passkeys/')
        ? await inserted(`insert into passkeys (person_id, credential_id, public_key, counter, transports, rp_id, name, created_at)
            select id, '${code}', '', 0, '{}', 'x', 'Key', now() from people where kind = 'admin' returning id`)
        : 1,
      providerId: needs('providers/')
        ? await inserted(`with added as (insert into identity_providers (name, issuer, client_id, scopes, is_active,
              trusted_domains, asks_second_factor, creates_domains, created_at)
              values ('School', 'https://id.example', 'x', '{}', true, '{}', false, '{}', now()) returning id)
            insert into provider_links (provider_id, subject, person_id, linked_at, last_used_at)
            select added.id, '${code}', p.id, now(), now() from added, people p where p.code = '${code}'
            returning provider_id as id`)
        : 1,
      cardId: needs('/cards/')
        ? await inserted<string>(`insert into cards (person_id, kind, hash, master_key_id, sealed, ending, issued_at)
            select id, 'number', sha256('${code}'::bytea), 'key', '', 'ABCD', now() from people where code = '${code}'
            returning id`)
        : '',
      phoneId: needs('/phones/')
        ? await inserted<string>(`insert into phones (id, person_id, master_key_id, sealed, device, enrolled_at)
            select upper(left(md5('${code}'), 16)), id, 'key', '', '', now() from people
            where code = '${needs('/user/') ? own : code}' returning id`)
        : '',
      scanId: await scanFor(path, own, student),
      network: await networkFor(method, path, admin),
      image,
      images: enrolmentImages(made % 12),
      ics: 'BEGIN:VEVENT\r\nDTSTART;VALUE=DATE:20260501\r\nSUMMARY:May\r\nEND:VEVENT',
      people: await uploaded('people', people),
      days: await uploaded('attendance', days),
      photos: await uploaded('photos', photos),
      file: needs('/download/')
        ? (await created('POST', '/admin/export/csv', admin, {})).export_file
        : 'none',
      fileFor: (at) => (at.includes('people') ? people : at.includes('attendance') ? days : photos),
    };
  };

  return {
    make,
    /** The next world has new people who call. */
    forgetActors: () => {
      actors = null;
    },
  };
}
