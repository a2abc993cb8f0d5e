/** As long as a call takes in the specification's demo. */
const SHORTEST_MS = 600;
const LONGEST_MS = 2000;

/** Asked before the first page is drawn, and a stream that never ends: nobody waits for these by clicking. */
const AT_ONCE = /\/api\/(settings\/public|events)$/;

/** The demo would answer in milliseconds; a real school's network does not, and its screens show that they wait. */
export function withArtificialDelay(
  through: typeof fetch,
  isOn: () => boolean,
  wait: (ms: number) => Promise<void>,
): typeof fetch {
  return async (input, init) => {
    const address = input instanceof Request ? input.url : String(input);
    if (isOn() && !AT_ONCE.test(new URL(address, 'http://local').pathname))
      await wait(SHORTEST_MS + Math.random() * (LONGEST_MS - SHORTEST_MS));
    return through(input, init);
  };
}
