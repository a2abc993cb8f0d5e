import { writeFileSync } from 'node:fs';
import { fromRoot } from '../shared/results.ts';
import { PROVEN } from './promises.ts';
import { proofPage } from './proof-page.ts';
import { openSaved } from './saved-results.ts';

/** `npm run docs:proof`: writes docs/PROOF.md from bench/results. */
writeFileSync(fromRoot('docs/PROOF.md'), proofPage(PROVEN, openSaved));
