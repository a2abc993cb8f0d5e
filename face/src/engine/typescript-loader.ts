import { createRequire } from 'node:module';
import { pathToFileURL } from 'node:url';

/** For threads that run from source. A full address, because a bare name depends on the working directory. */
export const typescriptLoader = (): string[] => [
  '--import',
  pathToFileURL(createRequire(import.meta.url).resolve('tsx')).href,
];
