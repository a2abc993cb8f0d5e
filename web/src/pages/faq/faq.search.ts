import * as z from 'zod/mini';

export const FAQ_CATEGORIES = [
  'all',
  'gettingStarted',
  'security',
  'technical',
  'account',
  'troubleshooting',
] as const;
export type FaqCategory = (typeof FAQ_CATEGORIES)[number];

const schema = z.object({
  q: z.catch(z.optional(z.string()), undefined),
  category: z.catch(z.optional(z.enum(FAQ_CATEGORIES)), undefined),
});

export type FaqSearch = { q?: string | undefined; category?: FaqCategory | undefined };

export const readFaqSearch = (search: Record<string, unknown>): FaqSearch => schema.parse(search);
