/** Pages that the build writes as documents, in every language. The server sends them for exactly these paths. */
export const VISITOR_PAGES = ['/', '/faq', '/login'] as const;
export type VisitorPage = (typeof VISITOR_PAGES)[number];

/** A demo's pages have its accounts and a banner; an institution's own have neither. */
export const PAGE_KINDS = ['demo', 'own'] as const;
export type PageKind = (typeof PAGE_KINDS)[number];
