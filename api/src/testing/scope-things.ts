import type { Role } from '@rollcall/core/kernel/access';
import { acceptedScan } from './attendance-fixtures.ts';
import { FOREIGN, OWN, type School } from './school.ts';
import type { Thing } from './scope-cases.ts';
import type { TestApp } from './test-app.ts';

type Value = string | number;

/** Ids that nobody gave to anything. */
const GUESSED_NUMBER = 2_000_000_007;
const GUESSED: Partial<Record<Thing, Value>> = {
  person: 'NOBODY-7',
  'other person': 'NOBODY-7',
  section: 'CS-NONE',
  'accepted scan': '00000000-0000-4000-8000-000000000007',
  'open scan': '00000000-0000-4000-8000-000000000007',
  'kiosk entry': '00000000-0000-4000-8000-000000000007',
  card: '00000000-0000-4000-8000-000000000007',
  'phone of somebody': '0123456789ABCDEF',
  phone: '0123456789ABCDEF',
};
export const guessed = (thing: Thing): Value => GUESSED[thing] ?? GUESSED_NUMBER;

const ACCOUNTS: Record<Role, string> = {
  owner: 'admin',
  administrator: 'R-ADM',
  office: 'R-OFF',
  teacher: 'R-TEA',
  member: OWN.person,
};

/** Whose things are made. */
interface Side {
  readonly person: string;
  readonly other: string;
  readonly section: string;
  readonly classId: number;
  /** The code of the account, and its session. */
  readonly account: string;
  readonly token: string;
  /** Of a notice that the side manages; of one that it reads. */
  readonly audience: unknown;
  readonly read: unknown;
}

/** Makes what a call can name, within the reach of a role and beyond everybody's. */
export function createThings(app: TestApp, { tokens, make, ownClass, foreignClass, foreignToken }: School) {
  const inserted = async (statement: string, account: string): Promise<Value> => {
    const { rows } = await app.pool.query<{ id: Value }>(
      `${statement} from people where code = $1 returning id`,
      [account],
    );
    return rows[0]?.id ?? 0;
  };

  /** Drills are the whole institution's: beyond reach is none but one that does not exist. */
  const runningDrill = async ({ account }: Side): Promise<number> => {
    await app.pool.query(
      `insert into drills (day, started_at) select '2026-03-02', '2026-03-02T04:15Z'
       where not exists (select 1 from drills where ended_at is null)`,
    );
    // A drill is ended by the office that started it.
    await app.pool.query(
      `update drills set started_by = (select id from people where code = $1) where ended_at is null`,
      [account],
    );
    const { rows } = await app.pool.query<{ id: number }>('select id from drills where ended_at is null');
    return rows[0]?.id ?? 0;
  };

  const thingOf = async (side: Side, thing: Thing): Promise<Value> => {
    switch (thing) {
      case 'person':
        return side.person;
      case 'other person':
        return side.other;
      case 'section':
        return side.section;
      case 'class':
        return side.classId;
      case 'leave':
        return make.leave(side.person);
      case 'correction':
        return make.correction(side.person);
      case 'today mark':
        return inserted(
          `insert into corrections (person_id, day, wanted, reason, asked_by, asked_at, state, decided_by, decided_at)
           select (select id from people where code = '${side.person}'), '2026-03-02', 'excused', 'x', id,
             '${app.clock.now().toISOString()}', 'accepted', id, '${app.clock.now().toISOString()}'`,
          side.account,
        );
      case 'day note':
        return inserted(
          `insert into day_notes (person_id, day, kind, text, noted_by, noted_at)
           select (select id from people where code = '${side.person}'), '2026-03-02', 'note', 'x', id,
             '${app.clock.now().toISOString()}'`,
          side.account,
        );
      case 'drill':
        return side.person === FOREIGN.person ? GUESSED_NUMBER - 1 : runningDrill(side);
      case 'notice':
        return make.notice(side.audience);
      case 'read notice':
        return make.notice(side.read);
      case 'accepted scan':
        return acceptedScan(app, side.account);
      case 'open scan':
        return (await app.call('POST', '/user/start-face-scan', { token: side.token })).body.scan_id;
      case 'session':
        return inserted(
          `insert into sessions (token_hash, person_id, created_at, last_seen_at, address)
           select sha256(random()::text::bytea), id, '2026-03-02T04:15Z', '2026-03-02T04:15Z', ''`,
          side.account,
        );
      case 'passkey':
        return inserted(
          `insert into passkeys (person_id, credential_id, public_key, counter, transports, rp_id, name, created_at)
           select id, random()::text, '\\x00', 0, '{}', 'localhost', 'Key', now()`,
          side.account,
        );
      case 'kiosk entry':
        return inserted(
          `insert into kiosk_entries (public_key, number, hash, kiosk_name, means, taken_at, received_at, doubt, person_id)
           select sha256(random()::text::bytea), 1, random()::text, 'Door', 'pin', '2026-03-02T04:10Z', '2026-03-02T04:15Z', 'clock', id`,
          side.person,
        );
      case 'card':
        return inserted(
          `insert into cards (person_id, kind, hash, master_key_id, sealed, ending, issued_at)
           select id, 'number', sha256(random()::text::bytea), 'key', '', 'ABCD', '2026-03-01'`,
          side.person,
        );
      case 'phone of somebody':
      case 'phone':
        return inserted(
          `insert into phones (id, person_id, master_key_id, sealed, device, enrolled_at)
           select upper(left(md5(random()::text), 16)), id, 'key', '', '', '2026-03-01'`,
          thing === 'phone' ? side.account : side.person,
        );
      case 'api token':
        return inserted(
          `insert into api_tokens (person_id, name, token_hash, actions, created_at, expires_at)
           select id, 'x', sha256(random()::text::bytea), '{notices.read}', '2026-03-01', '2026-12-31'`,
          side.account,
        );
    }
  };

  const own = (role: Role): Side => ({
    person: OWN.person,
    other: 'A-2',
    section: OWN.section,
    classId: ownClass,
    account: ACCOUNTS[role],
    token: tokens[role],
    audience: role === 'teacher' ? { class_id: ownClass } : { section: OWN.section },
    // An office is in no section itself.
    read: role === 'office' ? null : role === 'teacher' ? { class_id: ownClass } : { section: OWN.section },
  });
  const { person, section } = FOREIGN;
  const audience = { section };
  const foreign: Side = {
    ...{ person, section, audience },
    other: person,
    account: person,
    classId: foreignClass,
    token: foreignToken,
    read: audience,
  };

  return {
    own: (role: Role, thing: Thing) => thingOf(own(role), thing),
    foreign: (thing: Thing) => thingOf(foreign, thing),
    /** About this person, for an account of the role; with a class of their own. */
    about: (role: Role, person: string, classId: number, thing: Thing) =>
      thingOf({ ...own(role), person, classId }, thing),
  };
}
