import type { i18n } from 'i18next';

/** A failed API call. The code `unreachable` means that there was no response. */
export class ApiError extends Error {
  constructor(
    readonly status: number,
    readonly code: string,
    message: string,
    readonly fields: Readonly<Record<string, string>> = {},
    readonly retryAfterSeconds: number | null = null,
    /** The error as the server sent it, for codes that carry more than a message. */
    readonly details: Readonly<Record<string, unknown>> = {},
  ) {
    super(message);
    this.name = 'ApiError';
  }

  get isUnreachable(): boolean {
    return this.code === 'unreachable';
  }

  /** Nobody answered, or only a proxy in the server's place: what was asked is not what failed. */
  get isWithoutServer(): boolean {
    return this.isUnreachable || (this.code === 'unknown' && this.status >= 500);
  }
}

interface FailureBody {
  readonly error?: {
    readonly code?: string;
    readonly message?: string;
    readonly fields?: Record<string, string>;
  };
}

/** Reads the API's error body; any other body came from a proxy and gives the code `unknown`. */
export async function toApiError(response: Response): Promise<ApiError> {
  const body: FailureBody = await response.json().catch(() => ({}));
  const retryAfter = Number(response.headers.get('Retry-After'));
  return new ApiError(
    response.status,
    body.error?.code ?? 'unknown',
    body.error?.message ?? '',
    body.error?.fields,
    retryAfter > 0 ? retryAfter : null,
    { ...body.error },
  );
}

/** The catalogue's sentence for the weakness of a password, which the server names by a code. */
function reasonText({ code, details }: ApiError, i18n: i18n): string | null {
  const reason = details.reason as { code: string; least?: number } | undefined; // as the contract of errors has it
  const key = `auth:weak.${reason?.code}`;
  if (code !== 'weak_password' || !i18n.exists(key)) return null;
  return i18n.t(key as 'auth:weak.too_short', { least: reason?.least ?? 0 }); // exists() has checked the key
}

/** Messages that a kind of institution words differently (locales/en/kinds); the server knows one wording only. */
const WORDED_BY_KIND: readonly string[] = ['class_taken', 'class_not_found'];

/** The server's message in English, else the catalogue's message for the same code. */
function serverText(error: unknown, i18n: i18n): string | null {
  if (!(error instanceof ApiError) || !error.message) return null;
  const detail = Object.values(error.fields)[0];
  if (i18n.language === 'en' && !WORDED_BY_KIND.includes(error.code))
    return error.code === 'invalid_input' && detail ? detail : error.message;
  const key = `errors:${error.code}`;
  const reason = reasonText(error, i18n);
  if (reason) return reason;
  return i18n.exists(key) ? i18n.t(key as 'errors:internal') : error.message; // exists() has checked the key
}

/**
 * What the server says about single fields of a form. Its sentences are English: in another language a field has the
 * catalogue's message for the code of the failure, or that it is to be checked.
 */
export function fieldTexts(error: unknown, i18n: i18n): Record<string, string> {
  if (!(error instanceof ApiError)) return {};
  if (i18n.language === 'en') return { ...error.fields };
  const text =
    error.code === 'invalid_input' ? i18n.t('common:states.checkField') : (serverText(error, i18n) ?? '');
  return Object.fromEntries(Object.keys(error.fields).map((field) => [field, text]));
}

/** Message to show for a failed call: the server's, that there was none to answer, else `fallback`. */
export function errorText(error: unknown, i18n: i18n, fallback: string): string {
  if (error instanceof ApiError && error.isWithoutServer) return i18n.t('common:toasts.unreachable');
  return serverText(error, i18n) ?? fallback;
}
