export function startPrivatePostgres(options?: {
  readonly durable?: boolean;
}): Promise<{ readonly url: string; readonly stop: () => void } | { readonly reason: string }>;
