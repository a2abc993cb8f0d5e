/** A call that did not succeed. `unreachable` means that no server answered at all. */
export class ApiError extends Error {
  constructor(
    readonly status: number,
    readonly code: string,
    message: string,
    readonly fields: Readonly<Record<string, string>> = {},
    readonly retryAfterSeconds: number | null = null,
  ) {
    super(message);
    this.name = 'ApiError';
  }

  get isUnreachable(): boolean {
    return this.code === 'unreachable';
  }
}

interface FailureBody {
  readonly error?: {
    readonly code?: string;
    readonly message?: string;
    readonly fields?: Record<string, string>;
  };
}

/** Every failure of the API has one shape; anything else came from something in between. */
export async function toApiError(response: Response): Promise<ApiError> {
  const body: FailureBody = await response.json().catch(() => ({}));
  const retryAfter = Number(response.headers.get('Retry-After'));
  return new ApiError(
    response.status,
    body.error?.code ?? 'unknown',
    body.error?.message ?? '',
    body.error?.fields,
    retryAfter > 0 ? retryAfter : null,
  );
}
