export function startPrivatePostgres(options?: {
  readonly durable?: boolean;
}): Promise<{ readonly url: string; readonly stop: () => void } | { readonly reason: string }>;

export function postgresBinaries(): string | undefined;

export function unprivilegedUser(): { uid?: number; gid?: number };
