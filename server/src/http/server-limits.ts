/**
 * Limits of Node's HTTP server. An upload of a large archive over a slow line takes as long as it needs; what is silent
 * for a minute is given up while its body is read (`api/src/http/request-body.ts`).
 */
export const SERVER_LIMITS = { requestTimeout: 0, headersTimeout: 60_000 } as const;
