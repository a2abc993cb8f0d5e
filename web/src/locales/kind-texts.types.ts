import type { en } from './en/catalogue.ts';
import type { office } from './en/office.ts';

type Catalogue = typeof en & typeof office;
type Paths<T> = {
  [K in keyof T & string]: T[K] extends string ? K : `${K}.${Paths<T[K]>}`;
}[keyof T & string];

/** A text of the catalogue: `namespace:path`. */
export type TextKey = { [N in keyof Catalogue & string]: `${N}:${Paths<Catalogue[N]>}` }[keyof Catalogue &
  string];

/** The texts that a kind of institution words differently; all others are those of the catalogue. */
export type KindTexts = Readonly<Partial<Record<TextKey, string>>>;
