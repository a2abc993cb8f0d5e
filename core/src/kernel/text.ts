/** NUL, which PostgreSQL stores in no text, and halves of surrogate pairs, which are no characters in UTF-8. */
const UNSTORABLE = /[\0\p{Surrogate}]/u;

/** False for text that the database would refuse. */
export const isStorable = (text: string): boolean => !UNSTORABLE.test(text);
