#!/usr/bin/env node
// `npm run rollcall -- keys rotate`: builds if sources changed, then runs the command line.
import '../build/build.mjs';

await import(new URL('../../server/dist/cli.js', import.meta.url).href);
