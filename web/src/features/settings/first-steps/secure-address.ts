import { isLoopback } from '../../../lib/api/own-address.ts';

/** Browsers give cameras to https and to this machine itself. */
export const isCameraAllowed = (): boolean => window.isSecureContext;

/** The camera works, but no other device reaches this address. */
export const isHereOnly = (): boolean => isLoopback(location.hostname);
