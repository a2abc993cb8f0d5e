import type { Priority } from './notices.types.ts';

export const NOTICE_LIMITS = { title: 200, content: 20_000, tags: 10, tag: 40 } as const;
const RECENT_DAYS = 7;
export const READ_MORE_ABOVE = 150;

export const isImportant = (notice: { priority: Priority }): boolean =>
  notice.priority === 'high' || notice.priority === 'urgent';

export const isRecent = (notice: { createdAt: Date }, now: Date): boolean =>
  now.getTime() - notice.createdAt.getTime() <= RECENT_DAYS * 86_400_000;

/** Trims tags and removes empty ones and duplicates, ignoring case. */
export function tidyTags(tags: readonly string[]): string[] {
  const seen = new Map<string, string>();
  for (const tag of tags) {
    const text = tag.trim();
    if (text && !seen.has(text.toLowerCase())) seen.set(text.toLowerCase(), text);
  }
  return [...seen.values()];
}

/** How many a page of a list holds: each costs a look at all of its readers. */
export const NOTICES_LISTED = 200;
