// `npm start`: builds if sources changed, then runs the server in this process.
import '../build/build.mjs';

await import(new URL('../../server/dist/main.js', import.meta.url).href);
