import type { i18n } from 'i18next';
import { ApiError } from './api-error.ts';

/** The server's sentence first; in another language than English the catalogue's sentence for the same code. */
export function serverText(error: unknown, i18n: i18n): string | null {
  if (!(error instanceof ApiError) || !error.message) return null;
  const detail = Object.values(error.fields)[0];
  if (i18n.language === 'en') return error.code === 'invalid_input' && detail ? detail : error.message;
  const key = `errors:${error.code}`;
  return i18n.exists(key) ? i18n.t(key as 'errors:internal') : error.message; // the key was just seen to exist
}

export const errorText = (error: unknown, i18n: i18n, fallback: string): string =>
  serverText(error, i18n) ?? fallback;
