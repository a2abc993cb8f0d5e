import fc from 'fast-check';
import { errorAnswer } from '../../http/errors.ts';
import type { TestApp } from '../test-app.ts';
import { hostileFile, hostileValue } from './hostile.ts';
import { nameOf, type Operation, readOperations } from './operations.ts';
import { type Skeleton, skeletonOf } from './skeletons.ts';
import { createWorlds, type World } from './world.ts';

export interface FuzzReport {
  readonly requests: number;
  readonly statuses: Readonly<Record<string, number>>;
  /** Operations that never answered 2xx to anybody: the fuzz does not reach their inside. */
  readonly unreached: readonly string[];
  /** One line for each answer that must not be. */
  readonly problems: readonly string[];
}

const ROLES = ['admin', 'student', 'employee', 'nobody'] as const;
type Role = (typeof ROLES)[number];

/** Where one value of a request is replaced, and by what. */
type Change =
  | { readonly at: 'nothing' }
  | { readonly at: 'param' | 'query'; readonly name: string; readonly value: string }
  | { readonly at: 'body'; readonly path: readonly string[]; readonly value: unknown }
  | { readonly at: 'file'; readonly value: Uint8Array<ArrayBuffer> };

/** Traces of the inside that no answer may hold. */
const LEAK =
  /node_modules|\.ts:\d|\bat (async )?\w+ \(|insert into|select .* from|relation "|column "|DrizzleQuery|syntax error/i;

const asText = (value: unknown): string =>
  typeof value === 'string' ? value : (JSON.stringify(value) ?? '');

/** A lone surrogate has no percent-encoding; a browser sends U+FFFD in its place. */
const encoded = (text: string): string => encodeURIComponent(text.replace(/\p{Surrogate}/gu, '\uFFFD'));

/** The paths to all values of a body, itself included. */
function placesIn(value: unknown, path: readonly string[] = []): (readonly string[])[] {
  if (typeof value !== 'object' || value === null) return [path];
  return [path, ...Object.entries(value).flatMap(([key, each]) => placesIn(each, [...path, key]))];
}

function replaced(value: unknown, [key, ...rest]: readonly string[], by: unknown): unknown {
  if (key === undefined) return by;
  if (Array.isArray(value))
    return value.map((each, at) => (String(at) === key ? replaced(each, rest, by) : each));
  const entries = Object.entries((value ?? {}) as Record<string, unknown>); // placesIn walked this object
  return Object.fromEntries(
    entries.map(([name, each]) => [name, name === key ? replaced(each, rest, by) : each]),
  );
}

/** Null when a request of the operation holds no value. */
function changesOf(operation: Operation, skeleton: Skeleton): fc.Arbitrary<Change> | null {
  const parameters = operation.parameters.map(({ name, in: where }) =>
    hostileValue.map(
      (value): Change => ({ at: where === 'path' ? 'param' : 'query', name, value: asText(value) }),
    ),
  );
  const places = skeleton.body === null ? [] : placesIn(skeleton.body);
  const body = places.map((path) => hostileValue.map((value): Change => ({ at: 'body', path, value })));
  const file = skeleton.file
    ? [hostileFile(skeleton.file).map((value): Change => ({ at: 'file', value }))]
    : [];
  const all = [...parameters, ...body, ...file];
  return all.length === 0 ? null : fc.oneof(...all);
}

async function requestOf(
  operation: Operation,
  skeleton: Skeleton,
  change: Change,
  authorization: (call: { url: string; content: string }) => string | null | Promise<string | null>,
  address: string,
) {
  const params = { ...skeleton.params, ...(change.at === 'param' ? { [change.name]: change.value } : {}) };
  const query = { ...skeleton.query, ...(change.at === 'query' ? { [change.name]: change.value } : {}) };
  const path = operation.path.replace(/\{(\w+)\}/g, (_, name: string) => encoded(params[name] ?? ''));
  const search = Object.entries(query).map(([name, value]) => `${encoded(name)}=${encoded(value)}`);
  const url = `/api${path}${search.length > 0 ? `?${search.join('&')}` : ''}`;
  const body = change.at === 'body' ? replaced(skeleton.body, change.path, change.value) : skeleton.body;
  const file = change.at === 'file' ? change.value : skeleton.file;
  const content = file ?? (operation.body === null ? null : (JSON.stringify(body) ?? 'null'));
  const shown = await authorization({ url, content: typeof content === 'string' ? content : '' });
  const headers = {
    'x-test-address': address,
    ...(shown === null ? {} : { Authorization: shown }),
    ...(content === null ? {} : { 'Content-Type': file ? 'application/octet-stream' : 'application/json' }),
  };
  return { url, init: { method: operation.method, headers, ...(content === null ? {} : { body: content }) } };
}

/** What is wrong with an answer; null when it is as documented. */
function problemOf(operation: Operation, status: number, text: string, isJson: boolean): string | null {
  const isDocumented = operation.statuses.includes(String(status)) || operation.statuses.includes('default');
  if (status >= 500 && !operation.statuses.includes(String(status))) return `answered ${status}`;
  if (!isDocumented) return `${status} is not documented`;
  if (status < 400 || operation.statuses.includes(String(status))) return null;
  if (!isJson || !errorAnswer.safeParse(JSON.parse(text)).success) return `${status} has another shape`;
  return LEAK.test(text) ? `${status} tells of the inside: ${text.slice(0, 200)}` : null;
}

const isEndless = ({ path }: Operation) => path === '/events';
/** Operations after whose success the same request could not succeed again. */
const usesUp = ({ method, path }: Operation) =>
  method !== 'GET' &&
  (method === 'DELETE' ||
    /logout|revoke|pair$|not-me|digits|decision|register|mark-|import|users\/\{id\}$|corrections/.test(path));

/** Sends `runs` hostile requests to each operation of the OpenAPI document, and plain ones in every role. */
export async function runFuzz(app: TestApp, options: { runs: number; seed: number }): Promise<FuzzReport> {
  const worlds = createWorlds(app);
  const statuses: Record<string, number> = {};
  const problems: string[] = [];
  const unreached: string[] = [];
  let requests = 0;

  const send = async (operation: Operation, world: World, role: Role, change: Change): Promise<number> => {
    requests += 1;
    const authorization = ({ url, content }: { url: string; content: string }) => {
      if (role === 'nobody') return null;
      if (operation.access === 'kiosk' && role === 'admin' && world.kiosk)
        return world.kiosk.sign(
          operation.method,
          new URL(url, 'http://x').href.slice('http://x'.length),
          content,
        );
      return `Bearer ${world.tokens[role]}`;
    };
    const address = `198.51.${Math.floor(requests / 250) % 250}.${requests % 250}`;
    const { url, init } = await requestOf(
      operation,
      skeletonOf(operation, world),
      change,
      authorization,
      address,
    );
    const seen = app.failures.length;
    const response = await app.app.request(url, init);
    const isJson = response.headers.get('content-type')?.includes('json') ?? false;
    const text = isEndless(operation) && response.ok ? await response.body?.cancel() : await response.text();
    statuses[response.status] = (statuses[response.status] ?? 0) + 1;
    const [failure] = app.failures.slice(seen);
    const problem =
      problemOf(operation, response.status, text ?? '', isJson) ??
      (failure
        ? `answered ${response.status}, but only by the database: ${String(failure).slice(0, 300)}`
        : null);
    if (problem) {
      const cause =
        failure instanceof Error
          ? ` (${failure.message.slice(0, 200)} / ${String(failure.cause).slice(0, 200)})`
          : '';
      problems.push(
        `${nameOf(operation)} as ${role}, ${JSON.stringify(change).slice(0, 300)}: ${problem}${cause}`,
      );
    }
    return response.status;
  };

  for (const [index, operation] of (await readOperations(app)).entries()) {
    let world = await worlds.make(operation);
    let isReached = false;
    const turn = async (role: Role, change: Change) => {
      const status = await send(operation, world, role, change);
      const worked = status >= 200 && status < 400; // a page redirects
      isReached ||= worked;
      if (!worked || !usesUp(operation)) return;
      if (operation.path === '/logout') worlds.forgetActors();
      world = await worlds.make(operation);
    };
    for (const role of ROLES) await turn(role, { at: 'nothing' });
    const changes = changesOf(operation, skeletonOf(operation, world));
    const deepest = operation.access === 'public' ? 'nobody' : 'admin';
    const who = fc.oneof(
      { weight: 6, arbitrary: fc.constant<Role>(operation.path.startsWith('/user') ? 'student' : deepest) },
      { weight: 1, arbitrary: fc.constantFrom(...ROLES) },
    );
    const sample = { numRuns: options.runs, seed: options.seed + index };
    const cases = changes === null ? [] : fc.sample(fc.tuple(who, changes), sample);
    for (const [role, change] of cases) await turn(role, change);
    if (!isReached) unreached.push(nameOf(operation));
  }
  return { requests, statuses, unreached, problems };
}
