/** Asks for the next value before the present one is used, so that making and using go on at the same time. */
export async function* readAhead<T>(values: AsyncIterable<T>): AsyncGenerator<T, void> {
  const reader = values[Symbol.asyncIterator]();
  const ask = () => {
    const asked = reader.next();
    asked.catch(() => undefined); // awaited below, unless the present value is the last that is wanted
    return asked;
  };
  try {
    let next = ask();
    for (;;) {
      const { done, value } = await next;
      if (done) return;
      next = ask();
      yield value;
    }
  } finally {
    // Not awaited: what was asked for may never come.
    void reader.return?.().then(undefined, () => undefined);
  }
}
