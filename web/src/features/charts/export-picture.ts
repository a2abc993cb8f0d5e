import { downloadBlob } from '../../lib/download.ts';
import type { ChartOption, LegendItem } from './chart-option.types.ts';
import { escapeText } from './chart-style.ts';

export interface Picture {
  readonly title: string;
  readonly caption: string;
  readonly legend: readonly LegendItem[];
  /** In pixels, or by the width there is. */
  readonly height: number | ((width: number) => number);
  readonly option: (width: number) => ChartOption;
}

export const heightAt = (height: Picture['height'], width: number): number =>
  typeof height === 'number' ? height : height(width);

const WIDTH = 1200;
const MARGIN = 40;
const FONT = "Inter, 'Noto Sans Arabic', 'Segoe UI', system-ui, sans-serif";
/** About how many letters of the caption fit a line. */
const LINE_LETTERS = 130;

/** `Weekly rate by class` becomes `weekly-rate-by-class-2026-11-16.png`; letters of every script stay. */
export const pictureName = (title: string, date: string, ending: 'png' | 'svg'): string =>
  `${title
    .toLowerCase()
    .replace(/[^\p{L}\p{N}\p{M}]+/gu, '-')
    .replace(/^-+|-+$/g, '')}-${date}.${ending}`;

export function wrapped(text: string, letters = LINE_LETTERS): string[] {
  const lines: string[] = [];
  for (const word of text.split(' ')) {
    const last = lines.at(-1);
    if (last !== undefined && last.length + word.length < letters)
      lines[lines.length - 1] = `${last} ${word}`;
    else lines.push(word);
  }
  return lines;
}

/** Replaces CSS variables by their values: a file has no style sheet. */
export const withValues = (svg: string, readVariable: (name: string) => string): string =>
  svg.replace(/var\((--[\w-]+)\)/g, (_, name: string) => readVariable(name) || '#888888');

/** Puts title, caption and legend around a drawn chart. */
export function framedSvg(
  chart: string,
  height: number,
  { title, caption, legend }: Pick<Picture, 'title' | 'caption' | 'legend'>,
  direction: 'ltr' | 'rtl' = 'ltr',
): string {
  /** A place along the line; in a right-to-left language from the right edge. */
  const along = (from: number, width = 0): number => (direction === 'rtl' ? WIDTH - from - width : from);
  const lines = wrapped(caption);
  const top = 64 + lines.length * 22;
  const legendTop = top + 12;
  const chartTop = legend.length > 0 ? legendTop + 28 : top;
  const total = chartTop + height + 24;
  let x = MARGIN;
  const keys = legend.map(({ label, colour, isLine }) => {
    const at = x;
    x += 36 + label.length * 9;
    const sign = isLine
      ? `<path d="M${along(at, 14)} ${legendTop + 6}h14" stroke="${colour}" stroke-width="2" stroke-dasharray="4 4"/>`
      : `<rect x="${along(at, 12)}" y="${legendTop}" width="12" height="12" rx="3" fill="${colour}"/>`;
    return `${sign}<text x="${along(at + 20)}" y="${legendTop + 11}" font-size="15">${escapeText(label)}</text>`;
  });
  return `<svg xmlns="http://www.w3.org/2000/svg" width="${WIDTH}" height="${total}" viewBox="0 0 ${WIDTH} ${total}" font-family="${FONT}" direction="${direction}" fill="var(--rc-ink)"><title>${escapeText(title)}</title><desc>${escapeText(caption)}</desc><rect width="${WIDTH}" height="${total}" fill="var(--rc-surface)"/><text x="${along(MARGIN)}" y="48" font-size="24" font-weight="600">${escapeText(title)}</text>${lines
    .map(
      (line, index) =>
        `<text x="${along(MARGIN)}" y="${76 + index * 22}" font-size="16" fill="var(--rc-muted)">${escapeText(line)}</text>`,
    )
    .join(
      '',
    )}${keys.join('')}<g direction="ltr" transform="translate(${MARGIN / 2} ${chartTop})">${chart}</g></svg>`;
}

/** Runs with the variables of the light scheme, in which a file is drawn whatever the screen shows. */
function inLightScheme<T>(run: () => T): T {
  const root = document.documentElement;
  const name = 'data-mantine-color-scheme';
  const before = root.getAttribute(name);
  root.setAttribute(name, 'light');
  try {
    return run();
  } finally {
    if (before !== null) root.setAttribute(name, before);
  }
}

type Frame = Pick<Picture, 'title' | 'caption' | 'legend'>;

/** A drawn chart as one SVG file with its title and caption. `host` is an element that has the chart's variables. */
function fileOf(chart: string, height: number, frame: Frame, host: Element): string {
  return inLightScheme(() => {
    const style = getComputedStyle(host);
    const readVariable = (name: string): string => {
      const value = style.getPropertyValue(name).trim();
      return value.startsWith('var(') ? readVariable(value.slice(4, -1)) : value;
    };
    const direction = style.direction === 'rtl' ? 'rtl' : 'ltr';
    return withValues(framedSvg(chart, height, frame, direction), readVariable);
  });
}

/** The picture as one SVG file. */
export async function svgOf(picture: Picture, host: Element): Promise<string> {
  const { drawSvg } = await import('./echarts.ts');
  const width = WIDTH - MARGIN;
  const height = heightAt(picture.height, width);
  return fileOf(drawSvg(picture.option(width), { width, height }), height, picture, host);
}

/** Twice the size, so that it is sharp in print. */
async function pngOf(svg: string): Promise<Blob> {
  const address = URL.createObjectURL(new Blob([svg], { type: 'image/svg+xml' }));
  try {
    const image = new Image();
    image.src = address;
    await image.decode();
    const canvas = document.createElement('canvas');
    canvas.width = image.naturalWidth * 2;
    canvas.height = image.naturalHeight * 2;
    canvas.getContext('2d')?.drawImage(image, 0, 0, canvas.width, canvas.height);
    return await new Promise<Blob>((resolve, reject) => {
      canvas.toBlob(
        (blob) => (blob ? resolve(blob) : reject(new Error('The picture is empty.'))),
        'image/png',
      );
    });
  } finally {
    URL.revokeObjectURL(address);
  }
}

interface PictureFile {
  readonly date: string;
  readonly ending: 'png' | 'svg';
}

async function saveSvg(svg: string, title: string, { date, ending }: PictureFile): Promise<void> {
  const blob = ending === 'svg' ? new Blob([svg], { type: 'image/svg+xml' }) : await pngOf(svg);
  downloadBlob(blob, pictureName(title, date, ending));
}

export async function savePicture(picture: Picture, host: Element, file: PictureFile): Promise<void> {
  await saveSvg(await svgOf(picture, host), picture.title, file);
}

/** Saves a picture that is drawn by hand: `chart` is its SVG, `height` pixels high. */
export const saveDrawing = (
  { chart, height, ...frame }: Frame & { readonly chart: string; readonly height: number },
  host: Element,
  file: PictureFile,
): Promise<void> => saveSvg(fileOf(chart, height, frame, host), frame.title, file);
