import { ERROR_MESSAGES } from '@rollcall/core/kernel/errors';

/** In English the server's own sentences; other languages translate them by code. */
export const errors: Record<keyof typeof ERROR_MESSAGES, string> = ERROR_MESSAGES;
