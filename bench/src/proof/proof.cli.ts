import { readFileSync, writeFileSync } from 'node:fs';
import { fromRoot } from '../shared/results.ts';
import { PROVEN } from './promises.ts';
import { proofPage } from './proof-page.ts';
import { openSaved } from './saved-results.ts';
import { savedScaleResults, withScaleTables } from './scale-tables.ts';

/** `npm run docs:proof`: writes docs/PROOF.md and the tables of docs/SCALE.md from bench/results. */
writeFileSync(fromRoot('docs/PROOF.md'), proofPage(PROVEN, openSaved));
const scale = fromRoot('docs/SCALE.md');
writeFileSync(scale, withScaleTables(readFileSync(scale, 'utf8'), savedScaleResults()));
