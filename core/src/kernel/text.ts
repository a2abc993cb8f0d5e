/** NUL, which PostgreSQL stores in no text, and halves of surrogate pairs, which are no characters in UTF-8. */
const UNSTORABLE = /[\0\p{Surrogate}]/u;

/** False for text that the database would refuse. */
export const isStorable = (text: string): boolean => !UNSTORABLE.test(text);

/** Letters of right-to-left scripts. */
const RIGHT_TO_LEFT = /[\u0590-\u08ff\ufb1d-\ufdff\ufe70-\ufefc\u{10800}-\u{10fff}\u{1e800}-\u{1efff}]/u;

/** Puts invisible marks around a text, so that it keeps its own direction and the order of the line around it. */
export const isolate = (text: string): string => `\u2068${text}\u2069`;

/** The same for a line from left to right, in which only right-to-left text disturbs the order. */
export const isolated = (text: string): string => (RIGHT_TO_LEFT.test(text) ? isolate(text) : text);
