/** Languages of the texts made in core: explanations of verdicts and reports. */
export const LANGUAGES = ['en', 'de'] as const;
export type Language = (typeof LANGUAGES)[number];
