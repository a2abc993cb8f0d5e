import bidiFactory from 'bidi-js';
import { graphemes } from './graphemes.ts';

const bidi = bidiFactory();

/** Letters and marks that make a line run from right to left, at least in part. */
const RIGHT_TO_LEFT =
  /[\u0590-\u08ff\u200f\u202a-\u202e\u2066-\u2069\ufb1d-\ufdff\ufe70-\ufefc\u{10800}-\u{10fff}\u{1e800}-\u{1efff}]/u;

/** The scripts that fontkit lays out from right to left by itself, as far as there are fonts for them. */
const REVERSED_BY_FONTKIT = /[\p{Script=Arabic}\p{Script=Hebrew}]/u;

/** A stretch of a line in one direction, in the order in which it is read. */
export interface DirectedText {
  readonly text: string;
  readonly isRightToLeft: boolean;
}

const hasRightToLeft = (text: string): boolean => RIGHT_TO_LEFT.test(text);

/** Splits one line into stretches, from left to right as they are printed. The first letter decides where it starts. */
export function visualOrder(line: string): DirectedText[] {
  if (!hasRightToLeft(line)) return line === '' ? [] : [{ text: line, isRightToLeft: false }];
  const embedding = bidi.getEmbeddingLevels(line);
  const mirrored = bidi.getMirroredCharactersMap(line, embedding.levels);
  const letters = Array.from({ length: line.length }, (_, at) => mirrored.get(at) ?? line.charAt(at));
  const stretches: { from: number; to: number; level: number }[] = [];
  for (const at of bidi.getReorderedIndices(line, embedding)) {
    const level = embedding.levels[at] ?? 0;
    const last = stretches.at(-1);
    if (last?.level === level && at === last.to + 1) last.to = at;
    else if (last?.level === level && at === last.from - 1) last.from = at;
    else stretches.push({ from: at, to: at, level });
  }
  return stretches.map(({ from, to, level }) => ({
    text: letters.slice(from, to + 1).join(''),
    isRightToLeft: level % 2 === 1,
  }));
}

/**
 * The text as fontkit has to get it, which decides by the script alone: brackets between Arabic words would stay as they
 * are, and Persian digits be turned round.
 */
export function forLayout({ text, isRightToLeft }: DirectedText): string {
  if (REVERSED_BY_FONTKIT.test(text) === isRightToLeft) return text;
  return graphemes(text).reverse().join('');
}

/** Starts a line of wrapped text in the direction of the whole text: an invisible mark, or nothing. */
export function directionMark(text: string): string {
  if (!hasRightToLeft(text)) return '';
  return bidi.getEmbeddingLevels(text).paragraphs[0]?.level === 1 ? '\u200f' : '\u200e';
}
