/** The signed-in person who makes a request; `null` where nobody is signed in. */
export interface Actor {
  readonly personId: number;
  readonly role: Role;
  readonly name: string;
  /** The institution's number of the person. */
  readonly code: string;
  readonly sessionId: number;
  /** Network address of the client, for the audit trail. */
  readonly address: string;
}

export type Role = 'admin' | 'user';

const EVERYONE: readonly Role[] = ['admin', 'user'];
const ADMINS: readonly Role[] = ['admin'];
/** The administrator's own attendance is not taken. */
const USERS: readonly Role[] = ['user'];

/** Roles that may perform each action. A route names one action; nothing else decides. */
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
  'corrections.ask': USERS,
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

/** Whether the actor may read one person's record; to everyone else the record does not exist. */
export function canSeePerson(actor: Actor, personId: number): boolean {
  return actor.role === 'admin' || actor.personId === personId;
}
