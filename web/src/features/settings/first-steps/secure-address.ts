/** Browsers give cameras to https and to this machine itself. */
export const isCameraAllowed = (): boolean => window.isSecureContext;
