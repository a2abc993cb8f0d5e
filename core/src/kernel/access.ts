import { AppError } from './errors.ts';

/** The signed-in person who makes a request; `null` where nobody is signed in. */
export interface Actor {
  readonly personId: number;
  readonly role: Role;
  readonly name: string;
  /** The institution's number of the person. */
  readonly code: string;
  /** False for accounts that are not people of the institution, such as the one that set-up creates. */
  readonly hasAttendance: boolean;
  /** The sections that an office is limited to; null where it has all. */
  readonly sections: readonly string[] | null;
  /** The classes that a teacher has today, as their teacher or as a substitute. */
  readonly classIds: readonly number[];
  /** The session that calls; 0 for an API token, which has none. */
  readonly sessionId: number;
  /** The API token that calls. */
  readonly tokenId?: number;
  /** The only actions that an API token, or a session with something left to do, may perform; null where the role decides alone. */
  readonly onlyActions: readonly Action[] | null;
  /** What the person has to do before the session may do anything else. */
  readonly mustDo: Duty | null;
  /** When the person last showed who they are in this session; dangerous acts ask for it again. */
  readonly confirmedAt: Date | null;
  /** Network address of the client, for the audit trail. */
  readonly address: string;
}

/** What the actor showed, as one number: the session, or the API token as a negative one. */
export const credentialOf = ({ sessionId, tokenId }: Actor): number =>
  tokenId === undefined ? sessionId : -tokenId;

/** A password that somebody else chose is to be replaced; a role that has to have a second factor sets one up. */
export type Duty = 'password' | 'second_factor';

/** What an account is for, highest first. */
export const ROLES = ['owner', 'administrator', 'office', 'teacher', 'member'] as const;
export type Role = (typeof ROLES)[number];

/** The people, classes and records that a permission reaches. */
export type Reach =
  | { readonly of: 'institution' }
  | { readonly of: 'sections'; readonly sections: readonly string[] }
  | { readonly of: 'classes'; readonly classIds: readonly number[] }
  | { readonly of: 'self'; readonly personId: number };

/** For work that no actor limits. */
export const INSTITUTION: Reach = { of: 'institution' };

/** How far a role's permission reaches: `sections` are those of the office, `classes` those of the teacher. */
export type Extent = Reach['of'];
type Holders = Readonly<Partial<Record<Role, Extent>>>;

const SELF: Holders = {
  owner: 'self',
  administrator: 'self',
  office: 'self',
  teacher: 'self',
  member: 'self',
};
const ADMINISTRATORS: Holders = { owner: 'institution', administrator: 'institution' };
const OFFICES: Holders = { ...ADMINISTRATORS, office: 'sections' };
const TEACHERS: Holders = { ...ADMINISTRATORS, teacher: 'classes' };
const STAFF: Holders = { ...OFFICES, teacher: 'classes' };
const EVERYONE: Holders = { ...STAFF, member: 'self' };

/** Who may perform each action, and how far that reaches. A route names one action; nothing else decides. */
export const PERMISSIONS = {
  'account.own': SELF,
  'events.read': SELF,
  'notices.read': SELF,
  'notices.react': SELF,
  'privacy.own': SELF,
  'attendance.read-own': SELF,
  'attendance.mark-own': SELF,
  'corrections.ask': SELF,
  'dashboard.read': EVERYONE,
  'attendance.today': EVERYONE,
  'profile.read': EVERYONE,
  'people.read': STAFF,
  'people.manage': OFFICES,
  'people.delete': ADMINISTRATORS,
  'cards.manage': OFFICES,
  'faces.manage': OFFICES,
  'attendance.mark-today': STAFF,
  /** Start and end a drill of the whole institution. */
  'drills.manage': OFFICES,
  'corrections.ask-for': STAFF,
  'corrections.manage': OFFICES,
  'leaves.manage': OFFICES,
  'notices.manage': STAFF,
  'reports.print': STAFF,
  'analytics.read': OFFICES,
  'classes.read': STAFF,
  'classes.take': TEACHERS,
  /** Show the code of the whole institution, which proves the place. */
  'codes.show': OFFICES,
  'kiosks.manage': ADMINISTRATORS,
  'classes.manage': ADMINISTRATORS,
  'accounts.manage': ADMINISTRATORS,
  'calendar.manage': ADMINISTRATORS,
  'settings.manage': ADMINISTRATORS,
  'data.export': ADMINISTRATORS,
  'data.restore': ADMINISTRATORS,
  'data.import': ADMINISTRATORS,
  'keys.export': ADMINISTRATORS,
  'privacy.manage': ADMINISTRATORS,
  'audit.read': ADMINISTRATORS,
  'demo.manage': ADMINISTRATORS,
} as const satisfies Record<string, Holders>;

export type Action = keyof typeof PERMISSIONS;
export const ACTIONS = Object.keys(PERMISSIONS) as Action[];

/** Actions about the actor's own attendance, which accounts without attendance cannot perform. */
const OWN_ATTENDANCE: ReadonlySet<Action> = new Set(['corrections.ask']);

/** How far the actor may perform the action; null where they may not at all. */
export function reachOf(actor: Actor, action: Action): Reach | null {
  const holders: Holders = PERMISSIONS[action];
  const extent = holders[actor.role];
  if (actor.onlyActions !== null && !actor.onlyActions.includes(action)) return null;
  if (extent === undefined || (OWN_ATTENDANCE.has(action) && !actor.hasAttendance)) return null;
  switch (extent) {
    case 'institution':
      return { of: 'institution' };
    case 'sections':
      return actor.sections === null ? { of: 'institution' } : { of: 'sections', sections: actor.sections };
    case 'classes':
      return { of: 'classes', classIds: actor.classIds };
    case 'self':
      return { of: 'self', personId: actor.personId };
  }
}

/** Like `reachOf`; fails with `forbidden` where the actor may not at all. */
export function requireReach(actor: Actor, action: Action): Reach {
  const reach = reachOf(actor, action);
  if (!reach) throw new AppError('forbidden');
  return reach;
}

export function can(actor: Actor | null, action: Action): boolean {
  return actor !== null && reachOf(actor, action) !== null;
}

/** Whether one account may change, reset or end another: never one that stands higher, nor an equal below administrators. */
export function outranks(actor: Pick<Actor, 'role'>, role: Role): boolean {
  const [mine, theirs] = [ROLES.indexOf(actor.role), ROLES.indexOf(role)];
  return mine < theirs || (mine === theirs && mine <= ROLES.indexOf('administrator'));
}

/** An account decides about the days of others. Only an owner writes their own: there is no one above to ask. */
export const mayWriteDaysOf = ({ role, personId }: Actor, about: number): boolean =>
  personId !== about || role === 'owner';

/** Refuses what an account would record, correct or excuse of its own days; `rederiveDays` and `record` ask it for every write. */
export function refuseOwnRecord(actor: Actor, about: number): void {
  if (!mayWriteDaysOf(actor, about)) throw new AppError('own_record');
}

/** Administrators of either kind, who have the pages under /admin. */
export const isAdministrator = (role: Role): boolean => role === 'owner' || role === 'administrator';
