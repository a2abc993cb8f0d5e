/** In place of web/src/lib/kiosk/queue/seal.ts: the demo's host has no key to seal to, so nothing is ever sealed. */
export const sealEvidence = (): Promise<never> => Promise.reject(new Error('The demo seals nothing.'));
