import type { Role } from '../../kernel/access.ts';
import type { RoleGrant } from '../../people/accounts.types.ts';
import type { PersonKind, RegistrableKind } from '../../people/people.types.ts';
import type { SealedSecret } from '../auth.ports.ts';

/** Roles that a group of a provider may give: never owner. */
export const GROUP_ROLES = [
  'administrator',
  'office',
  'teacher',
  'member',
] as const satisfies readonly Role[];
export type GroupRole = (typeof GROUP_ROLES)[number];

/** What belonging to a group of the provider means here. */
export interface GroupRule {
  readonly group: string;
  readonly role: GroupRole;
  /** Of an office: the sections it is limited to; null where it has all. */
  readonly sections: readonly string[] | null;
  /** The kind of an account that is created for somebody of this group; null: the provider's. */
  readonly kind: PersonKind | null;
}

/** For whom an account is created at the first sign-in, and which. */
export interface CreationRule {
  /** Only for verified addresses of these domains. */
  readonly domains: readonly string[];
  readonly kind: RegistrableKind;
  /** The section of a student, with claims in braces: `{department}-{year}`. */
  readonly section: string | null;
  /** The claim with the institution's number of the person; null: taken from the address. */
  readonly numberClaim: string | null;
}

export interface ProviderSettings {
  readonly name: string;
  readonly issuer: string;
  readonly clientId: string;
  /** Besides `openid`. */
  readonly scopes: readonly string[];
  readonly isActive: boolean;
  /** Addresses of these domains count as verified although the provider does not say so. */
  readonly trustedDomains: readonly string[];
  /** Whether a second factor of this installation is asked for after the provider's own sign-in. */
  readonly asksSecondFactor: boolean;
  readonly creation: CreationRule | null;
  /** The claim with the groups of a person, as a name or a path: `groups`, `realm_access.roles`. */
  readonly groupsClaim: string | null;
  readonly groups: readonly GroupRule[];
}

export interface Provider extends ProviderSettings {
  readonly id: number;
  /** Sealed with the key of the installation; null for a client without a secret. */
  readonly secret: SealedSecret | null;
}

export interface ProviderListing extends Provider {
  /** False also for a secret that the key of this installation does not open. */
  readonly hasSecret: boolean;
  /** How many accounts sign in with it. */
  readonly accounts: number;
}

/** What the sign-in page shows. */
export type OfferedProvider = Pick<Provider, 'id' | 'name'>;

/** An account at a provider and the person it signs in here. */
export interface ProviderLink {
  readonly providerId: number;
  /** The provider's own, unchanging id of the account. */
  readonly subject: string;
  readonly personId: number;
  readonly linkedAt: Date;
  readonly lastUsedAt: Date;
}

export interface ProviderLinkListing extends Pick<ProviderLink, 'linkedAt' | 'lastUsedAt'> {
  readonly code: string;
  readonly name: string;
}

/** A provider with which a person signs in. */
export type OwnProviderLink = OfferedProvider & Pick<ProviderLink, 'linkedAt' | 'lastUsedAt'>;

/** What groups give: a role, and the sections of an office. */
export interface GroupGrant extends RoleGrant {
  readonly role: GroupRole;
}

/** What groups gave a person, and the role to return to without them. */
export interface GivenRole {
  readonly role: GroupRole;
  readonly before: GroupGrant;
}

/** What a provider says about somebody who signed in there. */
export type Claims = Readonly<Record<string, unknown>>;

/** A sign-in that was sent to a provider and has not come back. */
export interface ProviderAttempt {
  readonly providerId: number;
  readonly nonce: string;
  readonly verifier: string;
  readonly redirectUri: string;
  /** The page of ours to open afterwards. */
  readonly next: string | null;
  readonly createdAt: Date;
}

/** A sign-in that came back; the page exchanges it for a session. */
export interface ProviderTicket {
  readonly providerId: number;
  readonly personId: number;
  readonly createdAt: Date;
}

/** What reading the discovery document of an issuer found. */
export interface ProviderCheck {
  /** In plain sentences; none where a sign-in can begin. */
  readonly problems: readonly string[];
  /** What works although it may surprise. */
  readonly remarks: readonly string[];
}
