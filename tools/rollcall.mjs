#!/usr/bin/env node
// The command line of a built installation: `npm run rollcall -- keys rotate`.
import './build.mjs';

await import(new URL('../server/dist/cli.js', import.meta.url).href);
