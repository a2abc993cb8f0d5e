import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';

/**
 * Setup of test files that open embedded databases: keeps PGlite's compiled code for the life of the test process. V8
 * shares it between threads while somebody holds it; otherwise each database that is opened compiles it anew, which is
 * a third of the time of opening one.
 */
const kept = globalThis as { rollcallTestEngine?: WebAssembly.Module };
const folder = dirname(createRequire(import.meta.url).resolve('@electric-sql/pglite'));
kept.rollcallTestEngine ??= new WebAssembly.Module(readFileSync(join(folder, 'pglite.wasm')));
