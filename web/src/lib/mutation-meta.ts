/** What the one MutationCache says when a change succeeds or fails. Texts are already translated. */
export interface MutationTexts {
  readonly success?: string;
  readonly errorTitle?: string;
  /** Shown when the server gave no sentence of its own. */
  readonly fallback?: string;
  /** The form shows the failure itself. */
  readonly quiet?: boolean;
}

declare module '@tanstack/react-query' {
  interface Register {
    mutationMeta: MutationTexts & Record<string, unknown>;
  }
}
