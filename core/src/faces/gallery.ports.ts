import type { FaceTemplate } from './face.types.ts';

export interface GalleryMatch {
  readonly personId: string;
  /** Cosine of the person's nearest template. */
  readonly score: number;
}

/** The surroundings of a picture in the gallery. */
export interface Neighbours {
  /** Best first, one entry per person. */
  readonly nearest: readonly GalleryMatch[];
  /** People it was compared with. */
  readonly people: number;
}

/** Somebody's own template, compared with everybody else's. */
export interface Surveyed {
  readonly personId: string;
  readonly neighbours: Neighbours;
}

/** How many people `neighbours` names: more than what is usual is read from, because some are left out there. */
export const NEIGHBOURS = 64;

/** A person's templates in the gallery; none removes the person. */
export interface GalleryEntry {
  readonly personId: string;
  readonly templates: readonly FaceTemplate[];
}

/** A gallery that is filled aside while the present one is searched. */
export interface GalleryDraft {
  put(entries: readonly GalleryEntry[]): Promise<void>;
  /** Makes this the gallery that is searched. */
  swapIn(): Promise<void>;
  discard(): Promise<void>;
}

export interface GalleryCount {
  readonly people: number;
  readonly templates: number;
}

/**
 * In-memory index of all templates, for 1:N search. Templates of different models are never compared. Calls take
 * effect in the order in which they are made.
 */
export interface FaceGallery {
  /** Replaces the templates of these people. */
  put(entries: readonly GalleryEntry[]): Promise<void>;
  draft(): GalleryDraft;
  /** The nearest people, best first, one entry per person; `among` restricts the search, e.g. to a roster. */
  search(
    probe: Pick<FaceTemplate, 'modelId' | 'embedding'>,
    options?: { readonly among?: Iterable<string>; readonly limit?: number },
  ): Promise<GalleryMatch[]>;
  /** The nearest people of the whole gallery, enough to tell what is usual for this picture. */
  neighbours(probe: Pick<FaceTemplate, 'modelId' | 'embedding'>): Promise<Neighbours>;
  /** Everybody with a template of this model. */
  members(modelId: string): Promise<string[]>;
  /** What these people's own templates are near to, without themselves; who has none of this model is left out. */
  survey(modelId: string, people: readonly string[]): Promise<Surveyed[]>;
  /** Cosine to one person's nearest template; null when the person has none of this model. */
  scoreOf(personId: string, probe: Pick<FaceTemplate, 'modelId' | 'embedding'>): Promise<number | null>;
  /** People who have templates but none of this model, and must enrol again. */
  outdated(modelId: string): Promise<string[]>;
  count(): Promise<GalleryCount>;
  /** Calls the listener when the content was lost (its thread died) and must be put in again. */
  onLost(listener: () => void): void;
  close(): Promise<void>;
}

/** Brings the gallery up to date with the database: one person, or everybody. */
export interface GalleryReload {
  refresh(personId: number): Promise<void>;
  load(): Promise<void>;
}

/** Key of a person in the gallery, which uses text. */
export const galleryKey = (personId: number): string => String(personId);

/** Look-alike pairs from the database as pairs of gallery keys. */
export const lookAlikeKeys = (pairs: readonly (readonly [number, number])[]): [string, string][] =>
  pairs.map(([a, b]) => [galleryKey(a), galleryKey(b)]);
