/**
 * Runs work in one transaction. Inside, use only the repositories handed in: the embedded database has
 * one connection, and a query outside the open transaction would wait for it forever.
 */
export type Transact<Repos> = <T>(work: (repos: Repos) => Promise<T>) => Promise<T>;
