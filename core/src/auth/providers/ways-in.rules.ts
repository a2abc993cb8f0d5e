import type { AuthRepos } from '../auth.ports.ts';
import type { LinkRepos } from '../links/links.ports.ts';
import type { TokenRepos } from '../tokens/tokens.ports.ts';
import type { ProviderRepos } from './providers.ports.ts';

export type WaysInRepos = AuthRepos & LinkRepos & ProviderRepos & TokenRepos;

/**
 * Ends what somebody else may hold of an account whose role rises: sessions, known devices, API tokens, one-time links,
 * and links with identity providers, but for the one that signs in now.
 */
export async function endHeldWaysIn(
  tx: WaysInRepos,
  personId: number,
  signedInWith: number | null,
): Promise<void> {
  await tx.sessions.removeAllOf(personId);
  await tx.devices.forgetAllOf(personId);
  await tx.tokens.removeAllOf(personId);
  await tx.links.removeAllOf(personId);
  await tx.providers.removeLinksOf(personId, signedInWith);
}
