/** Letters that never combine with their neighbours: Latin, Greek and Cyrillic without marks. */
const PLAIN = /^[\u0020-\u007e\u00a0-\u02ff\u0370-\u0482\u048a-\u052f]*$/;

const segmenter = new Intl.Segmenter('en', { granularity: 'grapheme' });

/** Splits text into what a reader sees as one character: a letter with its marks, an emoji with its skin tone. */
export function graphemes(text: string): string[] {
  if (PLAIN.test(text)) return [...text];
  return Array.from(segmenter.segment(text), ({ segment }) => segment);
}
