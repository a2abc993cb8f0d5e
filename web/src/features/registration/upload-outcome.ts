import type { UploadFailure } from './photos.reducer.ts';

interface PhotoAnswer {
  readonly success: boolean;
  readonly message: string;
  readonly duplicate_of: { readonly id: string; readonly name: string } | null;
}

export type UploadOutcome =
  | { readonly kind: 'registered'; readonly accepted: number }
  | { readonly kind: 'refused'; readonly failure: UploadFailure };

/** One accepted photo is enough; without any, the first reason is told. */
export function outcomeOf(answers: readonly PhotoAnswer[], fallback: string): UploadOutcome {
  const accepted = answers.filter(({ success }) => success).length;
  if (accepted > 0) return { kind: 'registered', accepted };
  const duplicateOf = answers.find(({ duplicate_of }) => duplicate_of)?.duplicate_of ?? null;
  const reason = answers.find(({ duplicate_of }) => !duplicateOf || duplicate_of)?.message;
  return { kind: 'refused', failure: { text: reason || fallback, duplicateOf } };
}
