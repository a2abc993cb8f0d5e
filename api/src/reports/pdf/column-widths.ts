/** Widths of columns that share a line: what each asks for, moved so far that each gets what it needs where there is room. */
export function columnWidths(asked: readonly number[], needed: readonly number[], room: number): number[] {
  const all = asked.reduce((sum, width) => sum + width, 0);
  const fair = asked.map((width) => (width / all) * room);
  const spare = fair.map((width, index) => width - (needed[index] ?? 0));
  const sum = (list: readonly number[]) => list.reduce((total, each) => total + Math.max(0, each), 0);
  const [free, missing] = [sum(spare), sum(spare.map((each) => -each))];
  const moved = Math.min(free, missing);
  return fair.map((width, index) => {
    const own = spare[index] ?? 0;
    if (own === 0) return width;
    return own > 0 ? width - (own / free) * moved : width - (own / missing) * moved;
  });
}
