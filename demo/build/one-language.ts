/** In place of the validator's sentences in fifty languages: ours are in our own catalogues, by code. */
export {};
