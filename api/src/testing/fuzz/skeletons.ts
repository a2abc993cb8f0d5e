import { ADMIN_PASSWORD, PERSON_PASSWORD } from '../test-app.ts';
import { lookOf } from '../test-kiosk.ts';
import type { Operation, Schema } from './operations.ts';
import type { World } from './world.ts';

/** A request whose values the server accepts, before one of them is made hostile. */
export interface Skeleton {
  readonly params: Readonly<Record<string, string>>;
  readonly query: Readonly<Record<string, string>>;
  readonly body: unknown;
  readonly file: Uint8Array<ArrayBuffer> | null;
}

/** A PNG of one pixel. */
const ONE_PIXEL =
  'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mP8z8BQDwAEhQGAhKmMIQAAAABJRU5ErkJggg==';

const only = <T>(values: Readonly<Record<string, T>>, name: string): T | undefined =>
  Object.hasOwn(values, name) ? values[name] : undefined;

/** Values by the name of the field, where the schema alone does not say what is accepted. Null leaves a field out. */
function named(name: string, operation: Operation, world: World): unknown {
  if (name === 'user_id' && operation.path === '/admin/register') return world.newCode;
  if (operation.path === '/user/login') return only({ username: world.own, password: PERSON_PASSWORD }, name);
  if (/^(\/admin)?\/login$/.test(operation.path))
    return only({ password: ADMIN_PASSWORD, username: null }, name);
  if (operation.path === '/me/confirm') return only({ password: ADMIN_PASSWORD, passkey: null }, name);
  if (operation.path === '/admin/sign-in-settings')
    return only({ second_factor_roles: ['office'], needs_approval: false }, name);
  if (operation.path.includes('/identity-providers'))
    return only(
      {
        issuer: 'https://id.example',
        scopes: ['email'],
        trusted_domains: ['school.example'],
        groups: [{ group: 'it', role: 'office', sections: ['CS-A'], type: 'staff' }],
        creates: { domains: ['school.example'], type: 'student', section: '{year}', number_claim: null },
      },
      name,
    );
  if (operation.path.endsWith('/consent') && (name === 'version' || name === 'agreed_on')) return null;
  if (operation.path === '/me/tokens')
    return only({ name: 'Timetable', actions: ['people.read'], expires_on: '2026-06-30' }, name);
  if (operation.path.startsWith('/admin/institution'))
    return only(
      {
        name: 'Another School',
        colour: '#123456',
        time_zone: 'Asia/Kathmandu',
        from_day: '2027-01-01',
        image: ONE_PIXEL,
      },
      name,
    );
  if (operation.path === '/first-steps') return only({ step: 'times', mark: 'confirmed' }, name);
  if (operation.path === '/admin/accounts')
    return only(
      {
        name: 'An Office',
        username: world.newCode.toLowerCase(),
        role: 'office',
        sections: ['CS-A'],
        email: null,
        user_id: null,
      },
      name,
    );
  if (operation.path === '/admin/accounts/{user_id}')
    return only({ role: 'office', sections: ['CS-A'], email: null }, name);
  if (operation.path === '/kiosk/queue' && name === 'body')
    return { ...world.entry, sender: { page: 'page-1', page_ms: 0, drift_ms: 0 } };
  if (operation.path.includes('/kiosk'))
    return only(
      {
        name: world.newCode,
        place: 'Hall',
        scope: { of: 'everyone' },
        means: ['face'],
        strangers_in: 1000,
        keeps_present: false,
        code: world.pairingCode,
        public_key: world.publicKey,
        images: lookOf({ person: 13 }),
        try_id: world.tryId,
        movement_id: world.movementId,
        digits: '4710',
        answer_id: world.answerId,
        pin: '4710',
        user_id: world.code,
        scanned: '04:A2:3F:11',
        app_version: '1.2.3',
        answered: 0,
        answer_times: Array.from({ length: 13 }, () => 0),
      },
      name,
    );
  if (operation.path.includes('/unconfirmed/'))
    return only({ date: null, time: null, ids: [world.entryId] }, name);
  if (name === 'replaces') return null;
  if (name === 'number') return `04A2${world.code.slice(2)}`;
  if (name === 'pin') return '4710';
  if (operation.path.endsWith('/teachers')) return only({ teachers: [] }, name);
  if (name === 'username') return world.newCode.toLowerCase();
  if (name === 'institution_name' && operation.path === '/admin/restore') return 'Another institution';
  if (name === 'upload') {
    if (operation.path.includes('photos')) return world.photos;
    return operation.path.includes('attendance') ? world.days : world.people;
  }
  if (name === 'mapping')
    return operation.path.includes('attendance')
      ? { user_id: 'id', date: 'date', check_in: 'in' }
      : { user_id: 'id', name: 'name' };
  const values: Record<string, unknown> = {
    user_id: world.code,
    user_ids: [world.code],
    look_alike_of: null,
    one: world.code,
    other: world.own,
    class_id: world.classId,
    section: world.newCode,
    email: `${world.newCode}@school.example`,
    date: world.date,
    from: world.date,
    to: world.date,
    month: world.date.slice(0, 7),
    // A PDF takes a hundred times as long; the report of one person is still one.
    format: operation.path.startsWith('/admin/reports') ? 'csv' : undefined,
    time: operation.path.includes('schedule') ? '02:00' : null,
    until: null,
    wanted: 'absent',
    startTime: '09:00',
    endTime: '10:00',
    cutoffTime: '10:00',
    gracePeriod: 15,
    autoAbsent: 60,
    keep_daily: 7,
    keep_weekly: 4,
    revision: world.revision,
    image: world.image,
    images: world.images,
    frames: null,
    scan_id: world.scanId,
    ics: world.ics,
    page: 1,
    limit: 10,
    weekday: 1,
    before: 1000,
    time_zone: 'UTC',
    // The code of a place is optional, and changes with the clock.
    code: operation.path.endsWith('start-face-scan') ? null : 'WRONG-CODE',
    network: world.network,
    password: 'a password for it',
    passphrase: 'a passphrase of many words',
  };
  return only(values, name);
}

function fromSchema(schema: Schema, name: string): unknown {
  if (schema.enum) return schema.enum[0];
  if (schema.anyOf) return fromSchema(schema.anyOf[0] ?? {}, name);
  const type = [schema.type].flat()[0];
  if (type === 'string') return `${name} text`.padEnd(schema.minLength ?? 0, 'x');
  if (type === 'number' || type === 'integer') return schema.minimum ?? 1;
  if (type === 'boolean') return true;
  return null;
}

function exampleOf(schema: Schema, name: string, operation: Operation, world: World): unknown {
  const chosen = named(name, operation, world);
  if (chosen !== undefined) return chosen;
  if (schema.properties)
    return Object.fromEntries(
      Object.entries(schema.properties)
        .map(([key, each]) => [key, exampleOf(each, key, operation, world)] as const)
        .filter(([key, value]) => value !== null || schema.required?.includes(key)),
    );
  if (schema.items) return [exampleOf(schema.items, name, operation, world)];
  return fromSchema(schema, name);
}

const idOf = ({ path }: Operation, world: World): string => {
  if (path.includes('/kiosks/')) return world.kiosk?.kioskId ?? '';
  if (path.includes('/unconfirmed/')) return world.entryId;
  if (path.includes('/drills/')) return String(world.drillId);
  if (path.includes('/notices/')) return String(world.noticeId);
  if (path.includes('/classes/')) return String(world.classId);
  if (path.includes('/corrections/')) return String(world.correctionId);
  if (path.includes('/approvals/')) return String(world.approvalId);
  if (path.includes('providers/')) return String(world.providerId);
  if (path.includes('/me/passkeys/')) return String(world.passkeyId);
  return path.includes('/leaves/') ? String(world.leaveId) : world.code;
};

function paramOf(name: string, operation: Operation, world: World): string {
  if (name === 'id') return idOf(operation, world);
  if (name === 'date') return world.date;
  if (name === 'user_id') return world.code;
  if (name === 'code') return world.pairingCode;
  if (name === 'card_id') return world.cardId;
  if (name === 'phone_id') return world.phoneId;
  return name === 'file' ? world.file : world.people;
}

/** Builds a valid request of an operation from its documented schema and what exists in the world. */
export function skeletonOf(operation: Operation, world: World): Skeleton {
  const params = operation.parameters.filter((each) => each.in === 'path');
  const query = operation.parameters.filter((each) => each.in === 'query' && each.required);
  return {
    params: Object.fromEntries(params.map(({ name }) => [name, paramOf(name, operation, world)])),
    query: Object.fromEntries(
      query.map(({ name, schema = {} }) => [name, String(exampleOf(schema, name, operation, world))]),
    ),
    body: operation.body && exampleOf(operation.body, 'body', operation, world),
    file: operation.takesFile ? world.fileFor(operation.path) : null,
  };
}
