/** Replaces zod's locales in the demo build: our messages are in our own catalogues. */
export {};
