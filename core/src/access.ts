/** Who asks. `null` stands for nobody. */
export interface Actor {
  readonly personId: number;
  readonly role: Role;
  readonly name: string;
  /** The institution's id of the person, as printed on the wire. */
  readonly code: string;
  readonly sessionId: number;
  /** Where the request came from, for the audit trail. */
  readonly address: string;
}

export type Role = 'admin' | 'user';

const EVERYONE: readonly Role[] = ['admin', 'user'];
const ADMINS: readonly Role[] = ['admin'];

/** The whole permission table. A route names one action; nothing else decides. */
const PERMISSIONS = {
  'session.end': EVERYONE,
  'events.read': EVERYONE,
  'dashboard.read': EVERYONE,
  'attendance.today': EVERYONE,
  'attendance.read-own': EVERYONE,
  'attendance.mark-own': EVERYONE,
  'profile.read': EVERYONE,
  'notices.read': EVERYONE,
  'notices.react': EVERYONE,
  'notices.manage': ADMINS,
  'people.manage': ADMINS,
  'faces.manage': ADMINS,
  'classes.manage': ADMINS,
  'calendar.manage': ADMINS,
  'corrections.manage': ADMINS,
  'settings.manage': ADMINS,
  'analytics.read': ADMINS,
  'data.export': ADMINS,
  'data.restore': ADMINS,
  'data.import': ADMINS,
  'keys.export': ADMINS,
  'privacy.own': EVERYONE,
  'privacy.manage': ADMINS,
  'audit.read': ADMINS,
  'demo.manage': ADMINS,
} as const satisfies Record<string, readonly Role[]>;

export type Action = keyof typeof PERMISSIONS;

export function can(actor: Actor | null, action: Action): boolean {
  return actor !== null && PERMISSIONS[action].includes(actor.role);
}

/** A record of one person is visible to that person and to administrators; to all others it does not exist. */
export function canSeePerson(actor: Actor, personId: number): boolean {
  return actor.role === 'admin' || actor.personId === personId;
}
