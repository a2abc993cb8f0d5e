// `npm start`: build what has changed, then run the server in this same process.
import './build.mjs';

await import(new URL('../server/dist/main.js', import.meta.url).href);
