import pg from 'pg';

/** Statements that ran so often are prepared: those of a report or a migration run once. */
const USES = 3;
/** Lists and rows of values, which have another text for each length. */
const OF_ANY_LENGTH = / in \(\$\d+, |\), \(\$/;
/** At most so many are prepared, and so many are counted. */
const MOST_PREPARED = 400;
const MOST_COUNTED = 4000;

/** What the driver accepts in place of a text. */
interface Config {
  readonly text?: unknown;
  readonly values?: unknown;
  readonly name?: unknown;
  readonly submit?: unknown;
}

/** Names for statements that come again. The same text has the same name. */
export function createStatementNames({
  prepared = MOST_PREPARED,
  counted = MOST_COUNTED,
}: {
  readonly prepared?: number;
  readonly counted?: number;
} = {}) {
  const uses = new Map<string, number>();
  const names = new Map<string, string>();

  const nameOf = (text: string): string | undefined => {
    const known = names.get(text);
    if (known !== undefined || names.size >= prepared) return known;
    if (OF_ANY_LENGTH.test(text)) return undefined;
    const times = (uses.get(text) ?? 0) + 1;
    if (times < USES) {
      if (uses.size < counted || uses.has(text)) uses.set(text, times);
      return undefined;
    }
    uses.delete(text);
    const name = `statement ${names.size + 1}`;
    names.set(text, name);
    return name;
  };

  /** The driver's arguments, with a name where the statement has values: several statements in one text have none. */
  return ([first, ...rest]: readonly unknown[]): readonly unknown[] => {
    const config: Config =
      typeof first === 'string' ? { text: first } : typeof first === 'object' && first !== null ? first : {};
    const values = config.values ?? rest[0];
    if (typeof config.text !== 'string' || !Array.isArray(values) || values.length === 0)
      return [first, ...rest];
    if (config.name !== undefined || config.submit !== undefined) return [first, ...rest];
    const name = nameOf(config.text);
    return name === undefined ? [first, ...rest] : [{ ...config, name }, ...rest];
  };
}

/**
 * A client that prepares the statements that come again: reading and planning a statement takes PGlite longer than
 * running most of them (docs/decisions/0068). Not for a PostgreSQL, where each connection would keep its own.
 */
export function namingClient(): typeof pg.Client {
  const named = createStatementNames();
  class NamingClient extends pg.Client {}
  const query = pg.Client.prototype.query as (...given: readonly unknown[]) => unknown;
  // One of the driver's signatures again: only a name is added.
  NamingClient.prototype.query = function (this: pg.Client, ...given: readonly unknown[]) {
    return query.apply(this, [...named(given)]);
  } as typeof pg.Client.prototype.query;
  return NamingClient;
}
