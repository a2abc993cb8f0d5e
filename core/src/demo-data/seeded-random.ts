/** A small generator of numbers that only look random: the same words give the same school, everywhere. */
export interface SeededRandom {
  /** 0 <= x < 1 */
  next(): number;
  /** Whole number, both ends included. */
  between(low: number, high: number): number;
  /** Around zero, mostly within ±2. */
  normal(): number;
}

export function seededRandom(...words: (string | number)[]): SeededRandom {
  let state = 2166136261;
  for (const char of words.join('|')) state = Math.imul(state ^ (char.codePointAt(0) ?? 0), 16777619);

  const next = () => {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4294967296;
  };

  return {
    next,
    between: (low, high) => low + Math.floor(next() * (high - low + 1)),
    normal: () => Math.sqrt(-2 * Math.log(1 - next())) * Math.cos(2 * Math.PI * next()),
  };
}
