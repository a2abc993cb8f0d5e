import type { i18n, TFunction } from 'i18next';
import { ApiError } from '../../lib/api-error.ts';
import { errorText } from '../../lib/error-text.ts';
import { type Failure, type MarkEvent, RETRY_AFTER_TIMEOUT_MS, RETRY_MS } from './mark.reducer.ts';
import { type MarkAnswer, RecognitionTimeout } from './mark-attendance.queries.ts';

type T = TFunction<['mark', 'camera', 'common']>;

/** The server's sentence; in another language the catalogue's for the same outcome and reason. */
function refusalText({ message, outcome, reason }: MarkAnswer, i18n: i18n, t: T): string {
  if (i18n.language !== 'en') {
    const group = outcome === 'challenge_failed' ? 'challenge' : reason ? 'quality' : 'refusal';
    const key = `mark:${group}.${reason ?? outcome}`;
    if (i18n.exists(key)) return i18n.t(key as 'mark:failed'); // the key was just seen to exist
  }
  return message || t('failed');
}

/** What an answer of the server means for the modal. */
export function eventOf(answer: MarkAnswer, i18n: i18n, t: T): MarkEvent {
  const { success, attendance, scan, message, outcome } = answer;
  if (success && attendance) {
    const { time, status, punctuality } = attendance;
    const isRepeat = outcome === 'already_marked';
    return { type: 'marked', marked: { isRepeat, message, time, status, punctuality } };
  }
  if (scan) return { type: 'challenged', scan: { id: scan.scan_id, steps: scan.challenge } };
  return { type: 'failed', failure: { text: refusalText(answer, i18n, t), retryMs: RETRY_MS } };
}

export function failureOf(error: unknown, i18n: i18n, t: T): Failure {
  if (error instanceof RecognitionTimeout) return { text: t('timedOut'), retryMs: RETRY_AFTER_TIMEOUT_MS };
  // Whether the first scan arrived is not known; that scanning again cannot count twice is.
  if (error instanceof ApiError && error.isUnreachable) return { text: t('unreachable'), retryMs: RETRY_MS };
  return { text: errorText(error, i18n, t('failedRetry')), retryMs: RETRY_MS };
}
