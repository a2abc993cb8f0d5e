/** Whose days: a class, a section, or with neither everyone. */
export interface Scope {
  readonly class?: number | undefined;
  readonly section?: string | undefined;
}

/** As one word for a list of choices, and back. */
export function scopeKey(scope: Scope): string {
  if (scope.class !== undefined) return `class ${scope.class}`;
  return scope.section === undefined ? '' : `section ${scope.section}`;
}

export function scopeOfKey(key: string): Scope {
  if (key.startsWith('class ')) return { class: Number(key.slice('class '.length)), section: undefined };
  if (key.startsWith('section ')) return { class: undefined, section: key.slice('section '.length) };
  return { class: undefined, section: undefined };
}

/** `2026-01` and -1 make `2025-12`. */
export function monthAway(month: string, by: number): string {
  const index = Number(month.slice(0, 4)) * 12 + Number(month.slice(5, 7)) - 1 + by;
  return `${String(Math.floor(index / 12)).padStart(4, '0')}-${String((index % 12) + 1).padStart(2, '0')}`;
}
