import { readdirSync, readFileSync } from 'node:fs';
import { fromRoot } from '../shared/results.ts';
import { type ResultReader, readResult } from './result-reader.ts';

export const openSaved = (name: string): ResultReader =>
  readResult(name, JSON.parse(readFileSync(fromRoot(`bench/results/${name}.json`), 'utf8')));

/** The names of all saved results. */
export const savedNames = (): string[] =>
  readdirSync(fromRoot('bench/results'))
    .filter((file) => file.endsWith('.json'))
    .map((file) => file.slice(0, -'.json'.length));
