export const LINK_PURPOSES = ['reset', 'invitation'] as const;
export type LinkPurpose = (typeof LINK_PURPOSES)[number];

const HOUR = 3_600_000;
export const LINK_HOURS: Record<LinkPurpose, number> = { reset: 1, invitation: 7 * 24 };

export const linkExpiry = (purpose: LinkPurpose, at: Date): Date =>
  new Date(at.getTime() + LINK_HOURS[purpose] * HOUR);

/** The page where a link is used. */
export const LINK_PAGE = '/password';

/**
 * The token is in the fragment: browsers send it to no server and in no Referer, so it is in no log. The page sends it
 * in the body of its calls.
 */
export const linkTo = (publicUrl: string | null, token: string): string =>
  `${publicUrl ?? ''}${LINK_PAGE}#token=${token}`;
