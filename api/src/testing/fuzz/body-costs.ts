import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';
import { ROLES, type Role } from '@rollcall/core/kernel/access';
import { type BodyKind, largestBody } from '../../http/request-body.ts';
import { openSchool } from '../school.ts';
import type { TestApp } from '../test-app.ts';
import { pairKiosk } from '../test-kiosk.ts';
import { HOSTILE_BODIES, type HostileBody } from './hostile-bodies.ts';
import { nameOf, type Operation, readOperations } from './operations.ts';

/** The megabytes that one call may hold while it runs. */
const MOST_MB = 40;
/** A costly call is tried again, because other work of the process and of the machine counts as well. */
const TRIES = 6;
/** Files are handed on while they arrive, and may be as large as the disk: they cost by the byte. */
const MOST_BYTES_OF_FILE = 4 * 1024 * 1024;
const FILES: readonly BodyKind[] = ['table', 'archive'];
/** Of a body that its sender may not send: what lies ready before anybody has decided to read it. */
const MOST_UNREAD = 128 * 1024;
/** What the loop of `slowness` takes. */
const REFERENCE_MS = 40;
const CHUNK = 64 * 1024;
const MEGABYTE = 1024 * 1024;

export interface BodyCost {
  readonly route: string;
  readonly caller: string;
  readonly body: string;
  readonly bytes: number;
  readonly status: number;
  readonly cpuMs: number;
  readonly mb: number;
}

export interface BodyReport {
  readonly calls: number;
  readonly statuses: Readonly<Record<string, number>>;
  /** The costliest calls, the worst first. */
  readonly mostCpu: readonly BodyCost[];
  readonly mostMemory: readonly BodyCost[];
  /** One line for each call that costs more than it may, or is not refused before its body is read. */
  readonly problems: readonly string[];
}

interface Caller {
  readonly name: string;
  readonly authorize: (method: string, url: string, body: Uint8Array<ArrayBuffer>) => Promise<string | null>;
  /** Signs in again: some routes end sessions whatever they are sent. */
  readonly renew?: () => Promise<void>;
}

async function openCallers(app: TestApp): Promise<Caller[]> {
  const { tokens } = await openSchool(app);
  const kiosk = await pairKiosk(app);
  const names: Record<Role, string> = {
    owner: 'admin',
    administrator: 'r-adm',
    office: 'r-off',
    teacher: 'r-tea',
    member: 'a-1',
  };
  const made = await app.admin('POST', '/me/tokens', {
    name: 'Sync',
    actions: ['people.manage', 'settings.manage'],
    expires_on: '2026-06-30',
  });
  const people = ROLES.map((role): Caller => {
    let token = tokens[role];
    return {
      name: role,
      authorize: async () => `Bearer ${token}`,
      renew: async () => {
        token = role === 'owner' ? await app.adminToken() : await app.signIn(names[role]);
      },
    };
  });
  return [
    { name: 'nobody', authorize: async () => null },
    ...people.toReversed(),
    { name: 'API token', authorize: async () => `Bearer ${made.body.token}` },
    { name: 'kiosk', authorize: (method, url, body) => kiosk.sign(method, url, body) },
  ];
}

/** Collects garbage, so that what is in use afterwards is in use. */
function createCollector(): () => void {
  setFlagsFromString('--expose-gc');
  return runInNewContext('gc') as () => void; // there since the line before
}

const inUse = (): number => {
  const { heapUsed, external } = process.memoryUsage();
  return heapUsed + external;
};

const isStated = ({ type }: HostileBody) => type?.startsWith('multipart/') ?? false;

/** How much slower this machine is at the moment than an idle one of 3 GHz; 1 at least. */
function slowness(): number {
  const { user } = process.cpuUsage();
  let mixed = 1;
  for (let at = 0; at < 20_000_000; at++) mixed = (mixed ^ (mixed << 13) ^ (mixed >>> 17) ^ at) | 0;
  const took = (process.cpuUsage().user - user) / 1000;
  // Its result is looked at, or the loop would be left out.
  return mixed === 0 ? 1 : Math.max(1, took / REFERENCE_MS);
}

const CALLED_WITH_BODY = ({ method }: Operation) => method !== 'GET';
const REFUSED = [401, 403];

interface WalkOptions {
  /** What one call may cost: milliseconds of the processor. */
  readonly mostCpuMs: number;
  /**
   * How many bodies each caller who may call sends to each operation. All bodies go to the first operation of each kind of
   * body, once: what reads them is the same for all of a kind.
   */
  readonly bodiesOfEach: number;
}

/** Sends hostile bodies of the largest size that each route takes, as every kind of caller, and measures each call. */
export async function walkBodies(app: TestApp, options: WalkOptions): Promise<BodyReport> {
  const callers = await openCallers(app);
  const collect = createCollector();
  const statuses: Record<string, number> = {};
  const problems: string[] = [];
  const costs: BodyCost[] = [];
  const kept = new Map<string, Uint8Array<ArrayBuffer>>();
  let calls = 0;

  /** The bytes of a body; the same ones are sent to many routes. */
  const bytesOf = (body: HostileBody, size: number): Uint8Array<ArrayBuffer> => {
    const key = `${body.name} ${size}`;
    const bytes = kept.get(key) ?? new Uint8Array(body.bytes(size));
    if (size <= MEGABYTE) kept.set(key, bytes);
    return bytes;
  };

  const send = async (
    operation: Operation,
    caller: Caller,
    body: HostileBody,
    bytes: Uint8Array<ArrayBuffer>,
  ) => {
    const { method, path } = operation;
    const url = `/api${path.replace(/\{[^}]+\}/g, '1')}`;
    const authorization = await caller.authorize(method, url, bytes);
    const headers = new Headers(body.type === null ? {} : { 'Content-Type': body.type });
    if (authorization !== null) headers.set('Authorization', authorization);
    // Browsers state the length of a form; without one, as a sender who hides it would, what arrives is counted.
    if (isStated(body)) headers.set('Content-Length', String(bytes.length));
    let sent = 0;
    let most = 0;
    const stream = new ReadableStream<Uint8Array>({
      pull(controller) {
        if (sent >= bytes.length) return controller.close();
        controller.enqueue(bytes.slice(sent, sent + CHUNK));
        sent += CHUNK;
        most = Math.max(most, inUse());
      },
    });
    if (bytes.length > MEGABYTE) collect();
    const before = inUse();
    most = before;
    const cpu = process.cpuUsage();
    const response = await app.app.request(url, {
      method,
      headers,
      body: stream,
      duplex: 'half',
    } as RequestInit);
    const answer = await response.text();
    const { user, system } = process.cpuUsage(cpu);
    calls += 1;
    statuses[response.status] = (statuses[response.status] ?? 0) + 1;
    const cost = { cpuMs: (user + system) / 1000, mb: (Math.max(most, inUse()) - before) / MEGABYTE };
    return { status: response.status, answer, sent, ...cost };
  };

  /** The least that a call costs in some tries. */
  const measure = async (
    operation: Operation,
    caller: Caller,
    body: HostileBody,
    isFirst: boolean,
  ): Promise<BodyCost> => {
    const { bodyKind } = operation;
    const bytes = bytesOf(body, FILES.includes(bodyKind) ? MOST_BYTES_OF_FILE : largestBody(bodyKind));
    let found = await send(operation, caller, body, bytes);
    if (found.status === 401 && caller.renew && found.answer.includes('"unauthenticated"')) {
      await caller.renew();
      found = await send(operation, caller, body, bytes);
    }
    let { cpuMs, mb } = found;
    let mostMs = options.mostCpuMs;
    for (let tried = 1; tried < TRIES && (cpuMs > mostMs || mb > MOST_MB); tried += 1) {
      mostMs = Math.max(mostMs, options.mostCpuMs * slowness());
      const again = await send(operation, caller, body, bytes);
      cpuMs = Math.min(cpuMs, again.cpuMs);
      mb = Math.min(mb, again.mb);
    }
    const { status, answer, sent } = found;
    const name = `${nameOf(operation)} as ${caller.name}, ${body.name}`;
    if (status >= 500) problems.push(`${name}: ${status} ${answer.slice(0, 200)}`);
    // A later 403 is about what the body asks for: the caller may send one.
    if (
      isFirst &&
      REFUSED.includes(status) &&
      caller.name !== 'kiosk' &&
      sent > MOST_UNREAD &&
      operation.access !== 'public'
    )
      problems.push(`${name}: ${status} after ${sent} bytes`);
    if (answer.length > MEGABYTE) problems.push(`${name}: answered ${answer.length} characters`);
    if (cpuMs > mostMs) problems.push(`${name}: ${Math.round(cpuMs)} ms of ${Math.round(mostMs)}`);
    if (mb > MOST_MB) problems.push(`${name}: ${Math.round(mb)} MB`);
    return {
      route: nameOf(operation),
      caller: caller.name,
      body: body.name,
      bytes: bytes.length,
      status,
      cpuMs,
      mb,
    };
  };

  const all = (await readOperations(app)).filter(CALLED_WITH_BODY);
  const seen = new Set<BodyKind>();
  for (const operation of all) {
    for (const caller of callers) {
      const [first, ...rest] = HOSTILE_BODIES;
      if (!first) break;
      const cost = await measure(operation, caller, first, true);
      costs.push(cost);
      if (REFUSED.includes(cost.status)) continue;
      const { bodyKind } = operation;
      for (const body of seen.has(bodyKind) ? rest.slice(0, options.bodiesOfEach) : rest)
        costs.push(await measure(operation, caller, body, false));
      seen.add(bodyKind);
    }
  }
  const worst = (of: (cost: BodyCost) => number) => costs.toSorted((a, b) => of(b) - of(a)).slice(0, 20);
  return {
    calls,
    statuses,
    problems,
    mostCpu: worst(({ cpuMs }) => cpuMs),
    mostMemory: worst(({ mb }) => mb),
  };
}
