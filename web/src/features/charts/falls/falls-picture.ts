import { TARGET_RATE } from '@rollcall/core/analytics/analytics.rules';
import { escapeText } from '../chart-style.ts';
import type { Fall } from '../charts.queries.ts';

export const WIDTH = 112;
export const HEIGHT = 32;
export const EDGE = 4;

export const heightOf = (rate: number): number => HEIGHT - EDGE - (rate / 100) * (HEIGHT - 2 * EDGE);

/** The path of a small line of rates; weeks without due days break it. */
export function sparkPath(rates: readonly (number | null)[]): string {
  const x = (index: number) => EDGE + (index / Math.max(1, rates.length - 1)) * (WIDTH - 2 * EDGE);
  let isOpen = false;
  return rates
    .flatMap((rate, index) => {
      if (rate === null) {
        isOpen = false;
        return [];
      }
      const step = `${isOpen ? 'L' : 'M'}${x(index).toFixed(1)} ${heightOf(rate).toFixed(1)}`;
      isOpen = true;
      return [step];
    })
    .join(' ');
}

const ROW = 48;

export const fallsHeight = (count: number): number => count * ROW;

/** The list as a picture: name, small line of eight weeks, rate now and before. */
export function fallsSvg(
  people: readonly Fall[],
  words: { readonly percent: (rate: number) => string; readonly from: (rate: string) => string },
): string {
  const target = heightOf(TARGET_RATE);
  const rows = people.map(({ name, user_id, class_section, rate, rate_before, weeks }, index) => {
    const top = index * ROW;
    const last = weeks.findLast((each) => each !== null) ?? 0;
    return `<g transform="translate(20 ${top})">
<text x="0" y="20" font-size="16" font-weight="600">${escapeText(name)}</text>
<text x="0" y="38" font-size="13" fill="var(--rc-muted)">${escapeText(class_section ?? user_id)}</text>
<g transform="translate(520 6)"><path d="M${EDGE} ${target}H${WIDTH - EDGE}" stroke="var(--rc-muted)" stroke-dasharray="3 3"/><path d="${sparkPath(weeks)}" fill="none" stroke="var(--rc-absent)" stroke-width="2"/><circle cx="${WIDTH - EDGE}" cy="${heightOf(last)}" r="3" fill="var(--rc-absent)"/></g>
<text x="700" y="28" font-size="16" font-weight="600">${escapeText(words.percent(rate))}</text>
<text x="800" y="28" font-size="14" fill="var(--rc-muted)">${escapeText(words.from(words.percent(rate_before)))}</text>
</g>`;
  });
  return `<g>${rows.join('')}</g>`;
}
