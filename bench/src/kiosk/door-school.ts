import { signInByApi } from '@rollcall/e2e/kit/browser/sign-in';
import { SERVER_CLOCK } from '@rollcall/e2e/kit/camera/camera-setup';
import { type ApiClient, createApiClient } from '@rollcall/e2e/kit/server/call-api';
import { setUpInstitution } from '@rollcall/e2e/kit/server/institution';
import { type RunningServer, startServer, waitForFaceEngine } from '@rollcall/e2e/kit/server/start-server';
import type { PhotoPeople, PhotoPerson } from './door-pictures.ts';

const PASSWORD = 'Quiet-Harbour-58';

/** The built server on an embedded database of its own, on a school day. */
export interface DoorSchool {
  /** Replaced when it is started again. */
  server: RunningServer;
  readonly owner: ApiClient;
  /** The owner's token, for calls that are no JSON. */
  readonly token: string;
}

export async function openDoorSchool(): Promise<DoorSchool> {
  const env = { ...SERVER_CLOCK.env, DEMO_MODE: 'false' };
  const server = await startServer({ ...SERVER_CLOCK, env });
  const owner = await setUpInstitution(server, PASSWORD);
  const { token } = await signInByApi(server, { password: PASSWORD });
  await waitForFaceEngine(server.url);
  return { server, owner, token };
}

/** The owner who has just signed in, as dangerous acts want it: enrolling many people takes longer than that holds. */
export async function ownerSignedInNow({ server }: DoorSchool): Promise<ApiClient> {
  return createApiClient(server, (await signInByApi(server, { password: PASSWORD })).token);
}

/** The same server, with its data and under the same address. */
export async function startAgain(school: DoorSchool): Promise<void> {
  const { dataDir, url } = school.server;
  const env = { ...SERVER_CLOCK.env, DEMO_MODE: 'false', PORT: new URL(url).port };
  school.server = await startServer({ ...SERVER_CLOCK, dataDir, env });
}

/** Somebody on the list of people. The first name is one that nobody else has, so that the screen says who it is. */
export const codeAt = (at: number): string => `K${String(at + 1).padStart(4, '0')}`;

/** Imports people who sign in nowhere. */
export async function importPeople(
  { server, owner, token }: DoorSchool,
  count: number,
  sectionAt: (at: number) => string = () => 'Door',
): Promise<void> {
  const rows = Array.from({ length: count }, (_, at) => {
    const code = codeAt(at);
    return `${code},${code} Door,${code.toLowerCase()},${sectionAt(at)}`;
  });
  const response = await fetch(`${server.url}/api/admin/import/people/upload`, {
    method: 'POST',
    headers: { Authorization: `Bearer ${token}`, 'Content-Type': 'application/octet-stream' },
    body: ['id,name,username,class', ...rows].join('\n'),
  });
  const { upload }: { upload: string } = await response.json();
  await owner('POST', '/admin/import/people', {
    upload,
    mapping: { user_id: 'id', name: 'name', username: 'username', class_section: 'class' },
    passwords: 'unset',
    bad_rows: 'refuse',
    dry_run: false,
  });
}

/** Registers people who choose a PIN, which they sign in for. `lanes` of them at the same time. */
export async function registerWithPins(
  { server, owner }: DoorSchool,
  count: number,
  pin: string,
  lanes: number,
) {
  const rest = Array.from({ length: count }, (_, at) => codeAt(at));
  const lane = async () => {
    for (let code = rest.pop(); code !== undefined; code = rest.pop()) {
      const username = code.toLowerCase();
      const person = { name: `${code} Door`, user_id: code, type: 'student', class_section: 'Door' };
      await owner('POST', '/admin/register', { ...person, username, password: PASSWORD });
      const { token } = await signInByApi(server, { username, password: PASSWORD });
      await createApiClient(server, token)('PUT', '/user/pin', { pin });
    }
  };
  await Promise.all(Array.from({ length: lanes }, lane));
}

export interface DoorPerson extends PhotoPerson {
  readonly code: string;
}

interface Enrolled {
  readonly people: readonly DoorPerson[];
  /** Whom the server did not enrol, by the reason. */
  readonly refused: Readonly<Record<string, number>>;
  /** Who looks into the camera in no photo. */
  readonly leftOut: number;
  /** Those who come after them in the list of photos. */
  readonly next: number;
  readonly seconds: number;
}

interface Enrolment {
  readonly success: boolean;
  readonly reason: string | null;
  /** Some people of public photos have two names. */
  readonly duplicate_of: object | null;
}

/** Calls of an administrator that the server takes in a minute: the bench waits as a person would. */
const isTooOften = (error: unknown): boolean => error instanceof Error && error.message.includes(': 429 ');

async function patiently<T>(call: () => Promise<T>): Promise<T> {
  for (;;) {
    try {
      return await call();
    } catch (error) {
      if (!isTooOften(error)) throw error;
      await new Promise((wake) => setTimeout(wake, 2_000));
    }
  }
}

/** Enrols people in the order of the list, through the API, until there are so many. */
export async function enrolPeople(
  { owner }: Pick<DoorSchool, 'owner'>,
  photos: PhotoPeople,
  count: number,
): Promise<Enrolled> {
  const began = performance.now();
  const people: DoorPerson[] = [];
  const refused: Record<string, number> = {};
  const agreed = new Set<string>();
  let next = 0;
  let leftOut = 0;
  for (; people.length < count && next < photos.count; next += 1) {
    const person = await photos.open(next);
    if (!person) {
      leftOut += 1;
      continue;
    }
    const code = codeAt(people.length);
    if (!agreed.has(code)) await owner('POST', `/admin/users/${code}/consent`, { given_by: code });
    agreed.add(code);
    const problems: string[] = [];
    for (const image of person.enrolment) {
      const { success, reason, duplicate_of } = await patiently(() =>
        owner<Enrolment>('POST', '/admin/scan-face', { user_id: code, image }),
      );
      if (!success) problems.push(reason ?? (duplicate_of ? 'enrolled_before' : 'refused'));
    }
    if (problems.length < person.enrolment.length) people.push({ ...person, code });
    else {
      const [problem = 'refused'] = problems;
      refused[problem] = (refused[problem] ?? 0) + 1;
    }
    if (next % 100 === 99) console.log(`${people.length} of ${count} people are enrolled`);
  }
  const seconds = Number(((performance.now() - began) / 1000).toFixed(1));
  return { people, refused, leftOut, next, seconds };
}
