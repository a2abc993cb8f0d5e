import type { GroupRole } from '@rollcall/core/auth/providers/providers.types';
import type { RegistrableKind } from '@rollcall/core/people/people.types';
import type { Provider, ProviderInput } from './sign-in.queries.ts';

export interface GroupValues {
  /** Stable in the list while its text changes. */
  key: number;
  group: string;
  role: GroupRole;
  sections: string[];
  type: Provider['groups'][number]['type'];
}

/** The provider as its form holds it: no nulls, the parts that can be left out behind a switch. */
export interface ProviderValues {
  name: string;
  issuer: string;
  client_id: string;
  client_secret: string;
  hasNoSecret: boolean;
  scopes: string[];
  active: boolean;
  trusted_domains: string[];
  second_factor: boolean;
  isCreating: boolean;
  creates: { domains: string[]; type: RegistrableKind; section: string; number_claim: string };
  groups_claim: string;
  groups: GroupValues[];
}

export const valuesOf = (provider: Provider | null, usual: RegistrableKind = 'student'): ProviderValues => ({
  name: provider?.name ?? '',
  issuer: provider?.issuer ?? '',
  client_id: provider?.client_id ?? '',
  client_secret: '',
  hasNoSecret: false,
  scopes: provider?.scopes ?? ['profile', 'email'],
  active: provider?.active ?? true,
  trusted_domains: provider?.trusted_domains ?? [],
  second_factor: provider?.second_factor ?? false,
  isCreating: (provider?.creates ?? null) !== null,
  creates: {
    domains: provider?.creates?.domains ?? [],
    type: provider?.creates?.type ?? usual,
    section: provider?.creates?.section ?? '',
    number_claim: provider?.creates?.number_claim ?? '',
  },
  groups_claim: provider?.groups_claim ?? '',
  groups: (provider?.groups ?? []).map(({ group, role, sections, type }, key) => ({
    key,
    group,
    role,
    sections: sections ?? [],
    type,
  })),
});

/** What is sent. A secret that was not typed is left out, so that the stored one stays. */
export function inputOf(values: ProviderValues, provider: Provider | null): ProviderInput {
  const { client_secret, hasNoSecret, isCreating, creates, groups_claim, groups, ...rest } = values;
  const typed = client_secret.trim();
  const hasNone = hasNoSecret || (!typed && !provider?.has_secret);
  return {
    ...rest,
    ...(hasNone ? { client_secret: null } : typed ? { client_secret: typed } : {}),
    creates: isCreating
      ? {
          domains: creates.domains,
          type: creates.type,
          section: creates.section.trim() || null,
          number_claim: creates.number_claim.trim() || null,
        }
      : null,
    groups_claim: groups_claim.trim() || null,
    groups: groups.map(({ group, role, sections, type }) => ({
      group,
      role,
      sections: role === 'office' && sections.length > 0 ? sections : null,
      type,
    })),
  };
}
