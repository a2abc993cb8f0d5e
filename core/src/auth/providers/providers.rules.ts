import { ROLES, type Role } from '../../kernel/access.ts';
import type { RoleGrant } from '../../people/accounts.types.ts';
import { CODE_PATTERN, PEOPLE_LIMITS, tidyName, USERNAME_PATTERN } from '../../people/people.rules.ts';
import type { PersonKind } from '../../people/people.types.ts';
import {
  type Claims,
  type CreationRule,
  type GivenRole,
  GROUP_ROLES,
  type GroupGrant,
  type Provider,
  type ProviderSettings,
} from './providers.types.ts';

const MINUTE = 60_000;
/** How long somebody may take at the provider. */
export const PROVIDER_ATTEMPT_MS = 10 * MINUTE;
/** How long the page may take to exchange its ticket. */
export const PROVIDER_TICKET_MS = MINUTE;
/** Sign-ins begun from one network that have not come back; a whole school can be behind one. */
export const OPEN_ATTEMPTS_MAX = 3000;

export const PROVIDER_LIMITS = {
  providers: 20,
  name: 80,
  issuer: 500,
  clientId: 300,
  clientSecret: 1000,
  scopes: 20,
  domains: 50,
  groups: 200,
  claim: 200,
  subject: 255,
  next: 500,
} as const;

const LOOPBACK = /^(localhost|127(\.\d{1,3}){3}|\[::1\])$/;

/** Why an issuer cannot be used, in a sentence; null where it can. */
export function issuerProblem(text: string): string | null {
  if (!URL.canParse(text)) return 'Enter the full issuer address, such as https://accounts.example.org.';
  const url = new URL(text);
  const isLocal = url.protocol === 'http:' && LOOPBACK.test(url.hostname);
  if (url.protocol !== 'https:' && !isLocal) return 'The issuer must start with https://.';
  if (url.search !== '' || url.hash !== '' || url.username !== '' || url.password !== '')
    return 'The issuer address can’t have a query, a fragment or a password.';
  if (url.pathname.endsWith('/.well-known/openid-configuration'))
    return 'Enter the issuer address without /.well-known/openid-configuration.';
  return null;
}

/** A path of this server, for after the sign-in; null for anything that could lead elsewhere. */
export function ownPath(text: string | null | undefined): string | null {
  if (!text || text.length > PROVIDER_LIMITS.next) return null;
  if (!/^\/(?![/\\])[^\\\p{C}\s]*$/u.test(text)) return null;
  return new URL(text, 'http://own.invalid').origin === 'http://own.invalid' ? text : null;
}

/** The value of a claim: of that name, else at that path. */
export function claimAt(claims: Claims, path: string): unknown {
  if (Object.hasOwn(claims, path)) return claims[path];
  return path.split('.').reduce<unknown>(
    (value, key) =>
      typeof value === 'object' && value !== null && Object.hasOwn(value, key)
        ? (value as Record<string, unknown>)[key] // an object has keys of type string
        : undefined,
    claims,
  );
}

const text = (value: unknown): string | null =>
  typeof value === 'string' && value.trim() !== ''
    ? value.trim()
    : typeof value === 'number'
      ? String(value)
      : null;

/** Only of the 26 letters: what Unicode calls the same letter, mail servers may deliver to somebody else. */
const lowerCase = (address: string): string => address.replace(/[A-Z]/g, (letter) => letter.toLowerCase());

export const isSameAddress = (one: string, other: string): boolean => lowerCase(one) === lowerCase(other);

const domainOf = (address: string): string => lowerCase(address.slice(address.lastIndexOf('@') + 1));

/** The address in the claims, and whether it is known to be the person's. */
export function addressIn(
  claims: Claims,
  { trustedDomains }: Pick<ProviderSettings, 'trustedDomains'>,
): { readonly address: string; readonly isVerified: boolean } | null {
  const address = text(claims.email);
  if (address === null || !address.includes('@') || address.length > PEOPLE_LIMITS.email) return null;
  const { email_verified: verified } = claims;
  // Some providers send it as text. A plain no is never overruled.
  const isVerified =
    verified === true ||
    verified === 'true' ||
    (verified === undefined && trustedDomains.includes(domainOf(address)));
  return { address, isVerified };
}

/** What the groups in the claims give: the highest role, and as an office the sections of all its groups. */
export function grantOf(
  claims: Claims,
  { groupsClaim, groups }: Pick<ProviderSettings, 'groupsClaim' | 'groups'>,
): { readonly grant: GroupGrant; readonly kind: PersonKind | null } | null {
  if (groupsClaim === null) return null;
  const found = claimAt(claims, groupsClaim);
  const names = new Set((Array.isArray(found) ? found : [found]).map(text));
  const rules = groups.filter(({ group, role }) => names.has(group) && GROUP_ROLES.includes(role));
  const grant = mergeGrants(rules);
  if (grant === null) return null;
  return { grant, kind: rules.find((rule) => rule.role === grant.role && rule.kind !== null)?.kind ?? null };
}

/** The highest of several grants; offices add their sections. */
export function mergeGrants(grants: readonly GroupGrant[]): GroupGrant | null {
  const role = GROUP_ROLES.find((each) => grants.some((grant) => grant.role === each));
  if (role === undefined) return null;
  const lists = grants.filter((grant) => grant.role === role).map(({ sections }) => sections);
  const isLimited = role === 'office' && lists.every((list) => list !== null);
  return { role, sections: isLimited ? [...new Set(lists.flatMap((list) => list ?? []))].sort() : null };
}

/** Whether everybody whom the groups gave something before gets it, or more, after the change. */
export const keepsRules = (before: ProviderSettings, after: ProviderSettings): boolean =>
  before.groupsClaim === after.groupsClaim &&
  before.groups.every((rule) =>
    after.groups.some(
      ({ group, role, sections }) =>
        group === rule.group &&
        role === rule.role &&
        (sections === null || rule.sections?.every((section) => sections.includes(section)) === true),
    ),
  );

export const ranksAbove = (one: Role, other: Role): boolean => ROLES.indexOf(one) < ROLES.indexOf(other);

/**
 * The role of a person after a sign-in. Groups raise a role and take back what they gave; a role given by hand stays,
 * also when it is higher than that of the groups.
 */
export function roleByGroups(
  present: RoleGrant,
  given: GivenRole | null,
  grant: GroupGrant | null,
): { readonly next: RoleGrant; readonly given: GivenRole | null } {
  const { role, sections } = present;
  if (role === 'owner') return { next: present, given: null };
  // Changed by hand since: what the groups gave is no longer there to be taken.
  const base: GroupGrant = given !== null && given.role === role ? given.before : { role, sections };
  if (grant === null || !ranksAbove(grant.role, base.role)) return { next: base, given: null };
  return { next: grant, given: { role: grant.role, before: base } };
}

/**
 * Whether an account may be matched by its address for the first time. Whoever runs the provider or its mail decides
 * who has an address, so an administrator is matched only where the groups of that provider make administrators anyway,
 * and an owner never is.
 */
export const isMatchable = (role: Role, grant: GroupGrant | null): boolean =>
  role !== 'owner' && (role !== 'administrator' || grant?.role === 'administrator');

/** Whether the rule creates an account for a verified address. */
export const createsFor = (rule: CreationRule | null, address: string): rule is CreationRule =>
  rule?.domains.includes(domainOf(address)) ?? false;

/** Fills the claims into a section like `{department}-{year}`; null where one is missing. */
export function sectionOf(pattern: string | null, claims: Claims): string | null {
  if (pattern === null) return null;
  let isWhole = true;
  const filled = pattern.replace(/\{([^{}]+)\}/g, (_, path: string) => {
    const value = text(claimAt(claims, path.trim()));
    isWhole &&= value !== null;
    return value ?? '';
  });
  const section = tidyName(filled);
  return isWhole && section !== '' && section.length <= PEOPLE_LIMITS.section ? section : null;
}

/** The name, number and username of an account that is created from claims. */
export function profileOf(claims: Claims, address: string, { numberClaim }: CreationRule) {
  const parts = [text(claims.given_name), text(claims.family_name)].filter((part) => part !== null);
  const name = tidyName(text(claims.name) ?? (parts.length > 0 ? parts.join(' ') : address));
  const number = numberClaim === null ? null : text(claimAt(claims, numberClaim));
  const username = lowerCase(address);
  return {
    name: name.slice(0, PEOPLE_LIMITS.name),
    /** The number in its claim; null where there is none that can be used. */
    number:
      number !== null && number.length <= PEOPLE_LIMITS.code && CODE_PATTERN.test(number) ? number : null,
    username: username.length <= PEOPLE_LIMITS.username && USERNAME_PATTERN.test(username) ? username : null,
  };
}

/** Additional authenticated data of a client secret: one copied to another provider cannot be opened. */
export const secretPurpose = ({ id }: Pick<Provider, 'id'>): string => `identity provider ${id}`;
