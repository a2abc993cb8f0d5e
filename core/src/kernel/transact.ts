/**
 * Runs work in one transaction. Inside, use only the repositories handed in: the embedded database has
 * one connection, and a query outside the open transaction would wait for it forever. Work is run again when a deadlock
 * ended it, so it changes nothing outside of the transaction.
 */
export type Transact<Repos> = <T>(work: (repos: Repos) => Promise<T>) => Promise<T>;
