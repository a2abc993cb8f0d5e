import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { KIOSK_KEY, toBase64Url } from '@rollcall/core/attendance/kiosk/kiosk-signature.rules';
import { signInByApi } from '@rollcall/e2e/kit/browser/sign-in';
import { addKiosk } from '@rollcall/e2e/kit/camera/kiosk-page';
import { type ApiClient, createApiClient } from '@rollcall/e2e/kit/server/call-api';
import { createAccount } from '@rollcall/e2e/kit/server/institution';
import type { RunningServer } from '@rollcall/e2e/kit/server/start-server';
import { zipSync } from 'fflate';
import { importPeople } from '../../kiosk/door-school.ts';
import { formOfPictures } from '../load/picture-form.ts';
import type { Chosen } from '../people/choose-people.ts';
import { groupPicture } from '../people/pictures.ts';
import type { KeptFaces } from './kept-faces.ts';

/** Of the owner and of the offices. */
export const PASSWORD = 'Quiet-Harbour-58';
/** A kiosk that searches more people asks for digits of the PIN (docs/KIOSK.md), so each door is for some sections. */
const SECTION_SIZE = 850;
const KIOSKS_PER_SECTION = 2;
/** One person has 20 streams at most. */
const STREAMS_PER_OFFICE = 20;
const CLASS_SIZE = 24;
const ZIP_BYTES = 150 * 2 ** 20;
const LANES = 4;

/** A paired kiosk, as its device knows it. */
export interface KioskIdentity {
  readonly kioskId: string;
  readonly section: string;
  readonly key: JsonWebKey;
}

export interface SetUpSchool {
  /** The owner's session. */
  readonly token: string;
  readonly kiosks: readonly KioskIdentity[];
  /** Sessions of people who look at dashboards. */
  readonly offices: readonly string[];
  /** A class with the body of a request that shows its photo. */
  readonly class: { readonly id: number; readonly people: number; readonly body: Buffer };
  readonly enrolled: number;
  /** Codes of those whom the product did not enrol: they do not come. */
  readonly refused: ReadonlyMap<string, string>;
  readonly seconds: number;
}

/** A zone in which it is about seven in the morning: nobody is late, and the day does not end or close meanwhile. */
export function morningZone(now = new Date()): string {
  const hours = 7 - now.getUTCHours();
  const ahead = hours < -12 ? hours + 24 : hours;
  return `Etc/GMT${ahead > 0 ? `-${ahead}` : `+${-ahead}`}`;
}

export const sectionsOf = (people: number): number => Math.max(1, Math.ceil(people / SECTION_SIZE));
/** Neighbours on the list go to different doors. */
export const sectionAt = (people: number) => (at: number) => `S${(at % sectionsOf(people)) + 1}`;

async function inLanes<T>(list: readonly T[], work: (each: T) => Promise<unknown>): Promise<void> {
  const rest = [...list].reverse();
  const lane = async () => {
    for (let each = rest.pop(); each !== undefined; each = rest.pop()) await work(each);
  };
  await Promise.all(Array.from({ length: LANES }, lane));
}

/** A device is paired with a kiosk of its own. */
async function pairDevice(
  server: Pick<RunningServer, 'url'>,
  owner: ApiClient,
  section: string,
  name: string,
): Promise<KioskIdentity> {
  const { privateKey, publicKey } = await crypto.subtle.generateKey(KIOSK_KEY, true, ['sign', 'verify']);
  const raw = new Uint8Array(await crypto.subtle.exportKey('raw', publicKey));
  const kioskId = await addKiosk(owner, {
    name,
    place: section,
    scope: { of: 'sections', sections: [section] },
  });
  const { code } = await createApiClient(server)<{ code: string }>('POST', '/kiosk/pairings', {
    public_key: toBase64Url(raw),
  });
  await owner('POST', `/admin/kiosks/${kioskId}/pair`, { code });
  return { kioskId, section, key: await crypto.subtle.exportKey('jwk', privateKey) };
}

async function upload<T>(
  server: Pick<RunningServer, 'url'>,
  token: string,
  path: string,
  body: Uint8Array,
): Promise<T> {
  const response = await fetch(`${server.url}/api${path}`, {
    method: 'POST',
    headers: { Authorization: `Bearer ${token}`, 'Content-Type': 'application/octet-stream' },
    body: new Uint8Array(body),
  });
  if (!response.ok) throw new Error(`${path}: ${response.status} ${await response.text()}`);
  return response.json();
}

interface Operation {
  readonly filename: string;
  readonly state: string;
  readonly progress: number;
  readonly problem: string | null;
}

async function untilDone(owner: ApiClient, file: string): Promise<void> {
  for (let said = Date.now(); ; ) {
    const { operations } = await owner<{ operations: Operation[] }>('GET', '/admin/operations');
    const found = operations.find(({ filename }) => filename === file);
    if (found?.state === 'done') return;
    if (found?.state === 'failed') throw new Error(`The import of photos failed: ${found.problem}`);
    if (Date.now() - said > 30_000) {
      said = Date.now();
      console.log(`photos: ${found?.progress ?? 0} % of ${file}`);
    }
    await new Promise((wake) => setTimeout(wake, 1_000));
  }
}

/** What the report of an import says of a person. */
export interface Enrolment {
  readonly id: string;
  readonly outcome: string;
  readonly reason: string | null;
}

/** The product's own import of photos: the real networks, person by person, as a job of one of the servers. */
export async function importPhotos(
  server: Pick<RunningServer, 'url'>,
  token: string,
  photos: Readonly<Record<string, Uint8Array>>,
): Promise<readonly Enrolment[]> {
  const owner = createApiClient(server, token);
  const zip = zipSync(photos, { level: 0 });
  const sent = await upload<{ upload: string }>(server, token, '/admin/import/photos/upload', zip);
  const started = await owner<{ report_file: string }>('POST', '/admin/import/photos', {
    upload: sent.upload,
  });
  await untilDone(owner, started.report_file);
  const report = await owner<{ people: Enrolment[] }>('GET', `/admin/download/${started.report_file}`);
  return report.people;
}

/** Enrols everybody; answers the reports of those who were not. */
async function enrolAll(
  server: RunningServer,
  token: string,
  { folder, people }: Chosen,
): Promise<Enrolment[]> {
  const reports: Enrolment[] = [];
  let files: Record<string, Uint8Array> = {};
  let bytes = 0;
  const send = async () => {
    if (bytes > 0) reports.push(...(await importPhotos(server, token, files)));
    files = {};
    bytes = 0;
  };
  for (const { enrolment } of people) {
    for (const name of enrolment) {
      const photo = await readFile(join(folder, name));
      files[name] = photo;
      bytes += photo.length;
    }
    if (bytes > ZIP_BYTES) await send();
  }
  await send();
  return reports.filter(({ outcome }) => outcome !== 'enrolled');
}

async function openClass(owner: ApiClient, { folder, people }: Chosen): Promise<SetUpSchool['class']> {
  const roster = people.slice(0, CLASS_SIZE);
  const { class: made } = await owner<{ class: { id: number } }>('POST', '/admin/classes', {
    name: 'Morning class',
    section: 'S1',
    startTime: '00:05',
    endTime: '23:50',
    weekdays: [1, 2, 3, 4, 5, 6, 7],
  });
  await owner('PUT', `/admin/classes/${made.id}/roster`, { user_ids: roster.map(({ code }) => code) });
  const photos = await Promise.all(roster.map(({ enrolment }) => readFile(join(folder, enrolment[0] ?? ''))));
  const body = formOfPictures([await groupPicture(photos)], ([image]) => ({ image }));
  return { id: made.id, people: roster.length, body };
}

/**
 * Sets an institution up on a server that has none: people, faces, kiosks, offices and a class, over HTTP. Faces that are kept of a
 * run before are left to `writeFaces`.
 */
export async function setUpSchool(
  server: RunningServer,
  chosen: Chosen,
  {
    dashboards,
    kept,
    leastKiosks = 0,
  }: { readonly dashboards: number; readonly kept: KeptFaces | null; readonly leastKiosks?: number },
): Promise<SetUpSchool> {
  const began = performance.now();
  const { people } = chosen;
  await createApiClient(server)('POST', '/setup', {
    code: /set-up code {2}(\S+)/.exec(server.output())?.[1] ?? '',
    institution_name: 'Rush School',
    time_zone: morningZone(),
    password: PASSWORD,
  });
  const { token } = await signInByApi(server, { password: PASSWORD });
  const owner = createApiClient(server, token);
  await owner('PUT', '/admin/working-days', { working_days: [1, 2, 3, 4, 5, 6, 7] });
  // Own devices are in the institution's network, which is what a new institution asks them to show.
  await owner('POST', '/admin/evidence/networks', { network: '127.0.0.1', name: 'This machine' });
  await importPeople({ server, owner, token }, people.length, sectionAt(people.length));
  // Early: dangerous acts ask who the owner is again a few minutes after the sign-in.
  const kiosks: KioskIdentity[] = [];
  const doors = Math.max(leastKiosks, sectionsOf(people.length) * KIOSKS_PER_SECTION);
  for (let at = 0; at < doors; at += 1)
    kiosks.push(await pairDevice(server, owner, sectionAt(people.length)(at), `Door ${at + 1}`));
  const offices: string[] = [];
  for (let at = 0; at < Math.ceil(dashboards / STREAMS_PER_OFFICE); at += 1) {
    const username = `office${at + 1}`;
    await createAccount(server, owner, {
      name: `Office ${at + 1}`,
      username,
      role: 'office',
      password: PASSWORD,
    });
    offices.push((await signInByApi(server, { username, password: PASSWORD })).token);
  }
  await inLanes(people, ({ code }) => owner('POST', `/admin/users/${code}/consent`, { given_by: code }));
  console.log(`${people.length} people are on the list and have agreed`);
  const refused = kept
    ? new Map(kept.refused)
    : new Map(
        (await enrolAll(server, token, chosen)).map(({ id, outcome, reason }) => [id, reason ?? outcome]),
      );
  const enrolled = kept?.keys.length ?? (await owner<{ people: number }>('GET', '/admin/face-status')).people;
  const seconds = Number(((performance.now() - began) / 1000).toFixed(0));
  console.log(`${enrolled} people are enrolled, ${kiosks.length} kiosks are paired, after ${seconds} s`);
  return {
    token,
    kiosks,
    offices,
    class: await openClass(owner, chosen),
    enrolled,
    refused,
    seconds,
  };
}
