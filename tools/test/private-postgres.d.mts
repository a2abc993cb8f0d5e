export function startPrivatePostgres(): Promise<
  { readonly url: string; readonly stop: () => void } | { readonly reason: string }
>;
