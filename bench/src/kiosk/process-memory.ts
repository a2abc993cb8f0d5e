import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { addKiosk, kioskIsReady, pairKiosk } from '@rollcall/e2e/kit/camera/kiosk-page';
import { rounded, trendOf } from '../shared/trend.ts';
import { openDoorBrowser } from './door-browser.ts';
import type { Visit } from './door-camera.ts';
import { processMemory } from './door-chromium.ts';
import type { PhotoPeople } from './door-pictures.ts';
import { AT_THE_DOOR } from './door-queue.ts';
import { enrolPeople, importPeople, openDoorSchool, ownerSignedInNow } from './door-school.ts';
import { openPipedBrowser, type PipedBrowser } from './piped-browser.ts';

/** The same few come over and over: what stays in the memory does not ask who it was. */
const PEOPLE = 20;
const SAMPLES = 20;
/** The system gives pages back when it likes: a process is never as even as its heap. */
const FLAT_WITHIN = 0.1;

/** The kiosk is paired by a browser that is driven as a person would, and opened on its profile by one that nobody records. */
async function openPairedKiosk(profile: string, address: string, pair: (tablet: Paired) => Promise<void>) {
  const tablet = await openDoorBrowser(profile, address);
  try {
    await tablet.page.goto(address);
    await pair(tablet);
    await kioskIsReady(tablet.page);
  } finally {
    // As after a power cut: what the page keeps has to be there.
    await tablet.kill();
  }
  const piped = await openPipedBrowser(profile, address);
  await piped.until(`document.querySelector('[data-kiosk][data-camera=ready]')`);
  return piped;
}

type Paired = Awaited<ReturnType<typeof openDoorBrowser>>;

/** Memory of the largest process that draws pages, which is the one with the kiosk in it. */
async function measureKiosk(tablet: PipedBrowser, people: number) {
  await tablet.collectGarbage();
  const sizes = await Promise.all((await tablet.renderers()).map(processMemory));
  const largest = sizes.toSorted((a, b) => b.resident - a.resident)[0];
  if (!largest) throw new Error('The kiosk has no process.');
  return { people, resident_mb: rounded(largest.resident), anonymous_mb: rounded(largest.anonymous) };
}

/** The memory of the process of a kiosk, while people come to it. */
export async function measureProcess(photos: PhotoPeople, visits: number) {
  const school = await openDoorSchool();
  const profile = await mkdtemp(join(tmpdir(), 'rollcall-door-'));
  try {
    await importPeople(school, PEOPLE);
    const { people } = await enrolPeople(school, photos, PEOPLE);
    const owner = await ownerSignedInNow(school);
    const kioskId = await addKiosk(owner);
    const tablet = await openPairedKiosk(profile, `${school.server.url}/kiosk`, ({ page }) =>
      pairKiosk(page, owner, kioskId),
    );
    try {
      const answers: Record<string, number> = {};
      const samples = [await measureKiosk(tablet, 0)];
      const every = Math.max(1, Math.floor(visits / SAMPLES));
      for (let at = 0; at < visits; at += 1) {
        const { door = '' } = people[at % people.length] ?? {};
        const visit = `window.doorCamera.visit(${JSON.stringify(door)}, ${JSON.stringify(AT_THE_DOOR)})`;
        const { looks } = await tablet.evaluate<Visit>(visit);
        const answer = looks.at(-1)?.answer ?? 'not asked';
        answers[answer] = (answers[answer] ?? 0) + 1;
        if ((at + 1) % every !== 0) continue;
        const sample = await measureKiosk(tablet, at + 1);
        samples.push(sample);
        console.log(`${at + 1} of ${visits} people, ${sample.anonymous_mb} MB`);
      }
      const trend = (key: 'resident_mb' | 'anonymous_mb') =>
        trendOf(
          samples.map((sample) => ({ x: sample.people, y: sample[key] })),
          FLAT_WITHIN,
        );
      return {
        people_who_came: visits,
        who_are: people.length,
        answers,
        anonymous_mb: trend('anonymous_mb'),
        resident_mb: trend('resident_mb'),
        samples,
      };
    } finally {
      await tablet.kill();
    }
  } finally {
    await school.server.remove();
    await rm(profile, { recursive: true, force: true });
  }
}
