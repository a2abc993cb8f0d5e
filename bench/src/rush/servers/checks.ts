import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { createApiClient } from '@rollcall/e2e/kit/server/call-api';
import { createSender } from '../load/http-call.ts';
import { spread } from '../load/summarise.ts';
import { openKiosk } from '../load/visits.ts';
import type { Chosen, RushPerson } from '../people/choose-people.ts';
import { withDatabase } from '../school/database.ts';
import {
  importPhotos,
  type KioskIdentity,
  PASSWORD,
  type SetUpSchool,
  sectionAt,
} from '../school/set-up-school.ts';

/** What is asked of every process, with none of the others in between. */
interface Needs {
  readonly servers: readonly { readonly url: string }[];
  readonly balancer: string;
  readonly school: SetUpSchool;
  readonly chosen: Chosen;
  readonly databaseUrl: string;
  /** Codes of those whom a kiosk has recognised: whether a face is known everywhere must not depend on the picture. */
  readonly recognised: ReadonlySet<string>;
}

const ROUNDS = 5;
const LOOK_EVERY_MS = 15;
const GIVE_UP_MS = 20_000;
const pause = (ms: number): Promise<void> => new Promise((wake) => setTimeout(wake, ms));

/** Milliseconds until each process has so many faces in memory. */
function untilAllHave({ servers, school }: Needs, people: number): Promise<number[]> {
  const began = performance.now();
  return Promise.all(
    servers.map(async (server) => {
      const owner = createApiClient(server, school.token);
      while (performance.now() - began < GIVE_UP_MS) {
        const status = await owner<{ people: number }>('GET', '/admin/face-status');
        if (status.people === people) return Math.round(performance.now() - began);
        await pause(LOOK_EVERY_MS);
      }
      return GIVE_UP_MS;
    }),
  );
}

/** What each process answers to somebody who looks into a kiosk, one process after the other. */
async function seenByEach({ servers }: Needs, kiosk: KioskIdentity, body: Buffer): Promise<string[]> {
  const words: string[] = [];
  for (const { url } of servers) {
    const sender = createSender(url);
    const { text, status } = await (await openKiosk(sender, kiosk)).identify(body);
    sender.close();
    words.push(/"outcome":"(\w+)"/.exec(text)?.[1] ?? `status ${status}`);
    await pause(5); // the next one counts its requests from the clock
  }
  return words;
}

/** Faces that are removed and enrolled at one process are gone and known at all. */
async function facesSpread(needs: Needs, { person, kiosk }: Comer) {
  const { servers, school, chosen } = needs;
  const body = await readFile(join(chosen.folder, person.sent));
  const photos = await Promise.all(person.enrolment.map((name) => readFile(join(chosen.folder, name))));
  const gone: number[] = [];
  const known: number[] = [];
  const words = { without_face: [] as string[], with_face: [] as string[] };
  for (let round = 0; round < ROUNDS; round += 1) {
    const one = createApiClient(servers[round % servers.length] ?? { url: '' }, school.token);
    const { people } = await one<{ people: number }>('GET', '/admin/face-status');
    await one('DELETE', `/admin/users/${person.code}/face`);
    gone.push(...(await untilAllHave(needs, people - 1)));
    if (round === 0) words.without_face = await seenByEach(needs, kiosk, body);
    const other = createApiClient(servers[(round + 1) % servers.length] ?? { url: '' }, school.token);
    const enrol = (photo: Buffer) =>
      other('POST', '/admin/scan-face', { user_id: person.code, image: photo.toString('base64') });
    const [first, ...more] = photos;
    if (first) await enrol(first);
    known.push(...(await untilAllHave(needs, people)));
    for (const photo of more) await enrol(photo);
    if (round === 0) words.with_face = await seenByEach(needs, kiosk, body);
  }
  return { erased_ms: spread(gone), enrolled_ms: spread(known), answers: words };
}

const statusOf = async (url: string, path: string, init: RequestInit): Promise<number> => {
  const response = await fetch(`${url}/api${path}`, init);
  await response.arrayBuffer();
  return response.status;
};

/** A session of one process holds at all, and ends at all. */
async function sessions({ servers, balancer }: Needs) {
  const { access_token } = await createApiClient({ url: balancer })<{ access_token: string }>(
    'POST',
    '/user/login',
    { username: 'office1', password: PASSWORD },
  );
  const headers = { Authorization: `Bearer ${access_token}` };
  const ask = () => Promise.all(servers.map(({ url }) => statusOf(url, '/me', { headers })));
  const during = await ask();
  await statusOf(servers[0]?.url ?? '', '/logout', { method: 'POST', headers });
  return { during, after: await ask() };
}

/** Wrong passwords count together, wherever they were tried. */
async function limits({ servers, balancer }: Needs) {
  const wrong = (url: string) =>
    statusOf(url, '/user/login', {
      method: 'POST',
      headers: { 'Content-Type': 'application/json' },
      body: JSON.stringify({ username: 'nobody-of-this-name', password: 'wrong' }),
    });
  const tried: number[] = [];
  for (let at = 0; at < 6; at += 1) tried.push(await wrong(balancer));
  return { tried, afterwards: await Promise.all(servers.map(({ url }) => wrong(url))) };
}

/** A file brought to one process is used by the next, and one that was made there is read at all. */
async function files({ servers, school }: Needs) {
  const [first, second = first] = servers;
  const headers = { Authorization: `Bearer ${school.token}` };
  const sent = await fetch(`${first?.url}/api/admin/import/people/upload`, {
    method: 'POST',
    headers: { ...headers, 'Content-Type': 'application/octet-stream' },
    body: 'id,name\nX-1,One More\nX-2,Another One\n',
  });
  const { upload }: { upload: string } = await sent.json();
  const { imported } = await createApiClient(second ?? { url: '' }, school.token)<{ imported: number }>(
    'POST',
    '/admin/import/people',
    {
      upload,
      mapping: { user_id: 'id', name: 'name' },
      passwords: 'unset',
      bad_rows: 'refuse',
      dry_run: false,
    },
  );
  const owner = createApiClient(first ?? { url: '' }, school.token);
  const { export_file } = await owner<{ export_file: string }>('POST', '/admin/export/json');
  const downloads = await Promise.all(
    servers.map(({ url }) => statusOf(url, `/admin/download/${export_file}`, { headers })),
  );
  return { imported, downloads };
}

/** Milliseconds until the streams of all processes have told of a mark at one of them: the first of these people who is named. */
async function liveUpdates({ servers, school, chosen }: Needs, newcomers: readonly Comer[]) {
  const headers = { Authorization: `Bearer ${school.token}` };
  const leaving = new AbortController();
  const streams = await Promise.all(
    servers.map(({ url }) => fetch(`${url}/api/events`, { headers, signal: leaving.signal })),
  );
  await pause(1_500);
  let began = performance.now();
  const told = streams.map(async ({ body: stream }) => {
    const reader = stream?.getReader();
    const decoder = new TextDecoder();
    let text = '';
    for (;;) {
      const read = await reader?.read();
      if (!read || read.done) return GIVE_UP_MS;
      text += decoder.decode(read.value, { stream: true });
      if (text.includes('event: attendance')) return Math.round(performance.now() - began);
    }
  });
  const sender = createSender(servers[0]?.url ?? '');
  let answerMs = GIVE_UP_MS;
  for (const { person, kiosk } of newcomers) {
    const body = await readFile(join(chosen.folder, person.sent));
    began = performance.now();
    const { text, ms } = await (await openKiosk(sender, kiosk)).identify(body);
    answerMs = Math.round(ms);
    if (text.includes('"outcome":"marked"')) break;
    await pause(5); // the next one counts its requests from the clock
  }
  sender.close();
  const late = pause(GIVE_UP_MS).then(() => GIVE_UP_MS);
  const times = await Promise.all(told.map((each) => Promise.race([each, late])));
  leaving.abort();
  await Promise.allSettled(told);
  return { answer_ms: answerMs, told_ms: times };
}

/** Jobs that are asked for at several processes are each done by one of them, once. */
async function jobsOnce({ servers, school, chosen, databaseUrl }: Needs) {
  const since = new Date().toISOString();
  const some = chosen.people.filter(({ code }) => !school.refused.has(code)).slice(0, 4 * 5);
  const asked = await Promise.all(
    Array.from({ length: 4 }, async (_, at) => {
      const photos: Record<string, Uint8Array> = {};
      for (const { enrolment } of some.slice(5 * at, 5 * (at + 1)))
        for (const name of enrolment) photos[name] = await readFile(join(chosen.folder, name));
      return importPhotos(servers[at % servers.length] ?? { url: '' }, school.token, photos);
    }),
  );
  const { rows } = await withDatabase({ url: databaseUrl }, (pool) =>
    pool.query<{ subject: string; times: number }>(
      `select subject, count(*)::int as times from audit where action = 'face_enrolled' and at >= $1 group by subject`,
      [since],
    ),
  );
  return {
    jobs: asked.length,
    people: asked.flat().length,
    enrolled: asked.flat().filter(({ outcome }) => outcome === 'enrolled').length,
    written_once: rows.filter(({ times }) => times === 1).length,
    written_more_often: rows.filter(({ times }) => times > 1).length,
  };
}

/** Somebody who comes to a kiosk, and that kiosk. */
interface Comer {
  readonly person: RushPerson;
  readonly kiosk: KioskIdentity;
}

const NEWCOMERS = 10;

/** Everything that must not depend on which process answers. */
export async function checkTogether(needs: Needs) {
  const { chosen, school, recognised } = needs;
  const sectionOf = sectionAt(chosen.people.length);
  const comers = chosen.people.flatMap((person, at): Comer[] => {
    const kiosk = school.kiosks.find(({ section }) => section === sectionOf(at));
    return kiosk && person.means === 'kiosk' && !school.refused.has(person.code) ? [{ person, kiosk }] : [];
  });
  const known = comers.findLast(({ person }) => recognised.has(person.code));
  const newcomers = comers.filter(({ person }) => !recognised.has(person.code)).slice(-NEWCOMERS);
  if (!known || newcomers.length === 0) throw new Error('Nobody comes to a kiosk.');
  return {
    sessions: await sessions(needs),
    sign_in_limits: await limits(needs),
    files: await files(needs),
    live_updates: await liveUpdates(needs, newcomers),
    faces: await facesSpread(needs, known),
    jobs: await jobsOnce(needs),
  };
}

export type Together = Awaited<ReturnType<typeof checkTogether>>;

const SECOND = 1000;

export const togetherHolds = ({
  sessions: signed,
  sign_in_limits,
  files: shared,
  live_updates,
  faces,
  jobs,
}: Together) => ({
  sessions_hold_and_end_everywhere:
    signed.during.every((status) => status === 200) && signed.after.every((status) => status === 401),
  wrong_passwords_count_together: sign_in_limits.afterwards.every((status) => status === 429),
  files_are_shared: shared.imported === 2 && shared.downloads.every((status) => status === 200),
  live_updates_reach_all: live_updates.told_ms.every((ms) => ms < GIVE_UP_MS),
  erasure_within_a_second: faces.erased_ms.max < SECOND,
  enrolment_within_a_second: faces.enrolled_ms.max < SECOND,
  erased_is_unknown_everywhere: faces.answers.without_face.every((word) => word === 'unknown'),
  enrolled_is_known_everywhere: faces.answers.with_face.every((word) => word === 'marked'),
  jobs_run_once: jobs.written_more_often === 0 && jobs.written_once === jobs.enrolled,
});
