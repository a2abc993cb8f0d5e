import { ACTIONS, type Action, type Actor, can } from '../../kernel/access.ts';

export const TOKEN_PREFIX = 'rct_';
const TOKEN = /^rct_[A-Za-z0-9_-]{43}$/;

/** Sessions have 43 characters and no prefix, so that neither is taken for the other. */
export const isApiToken = (text: string): boolean => TOKEN.test(text);

/**
 * What no API token may do: acts on accounts, kiosks, cards and keys, a restore, and what a person does in front of the camera or
 * decides about their own data.
 */
const NEVER_BY_TOKEN: ReadonlySet<Action> = new Set([
  'account.own',
  'accounts.manage',
  'keys.export',
  'data.restore',
  'attendance.mark-own',
  'privacy.own',
  'kiosks.manage',
  'cards.manage',
]);

/** The actions that a token can be given, in the order of the permissions. */
export const TOKEN_ACTIONS: readonly Action[] = ACTIONS.filter((action) => !NEVER_BY_TOKEN.has(action));

export const mayGiveToToken = (actor: Actor, action: Action): boolean =>
  !NEVER_BY_TOKEN.has(action) && can(actor, action);

export const TOKEN_LIMITS = { name: 80, perPerson: 20, days: 365 } as const;

/** `lastUsedAt` is written at most this often. */
const TOUCH_MS = 60_000;
export const needsTokenTouch = (lastUsedAt: Date | null, now: Date): boolean =>
  lastUsedAt === null || Math.abs(now.getTime() - lastUsedAt.getTime()) >= TOUCH_MS;
