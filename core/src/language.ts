/** Languages in which the product writes sentences of its own: explanations of verdicts and printed reports. */
export const LANGUAGES = ['en', 'de'] as const;
export type Language = (typeof LANGUAGES)[number];
