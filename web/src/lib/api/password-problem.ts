import type { i18n } from 'i18next';
import { ApiError, errorText } from './api-error.ts';

/** Why the server refused a new password, for its field; null for every other failure. */
export function passwordProblem(error: unknown, i18n: i18n, field = 'new_password'): string | null {
  if (!(error instanceof ApiError)) return null;
  const reason = error.fields[field];
  if (!reason) return null;
  return i18n.language === 'en' ? reason : errorText(error, i18n, reason);
}
