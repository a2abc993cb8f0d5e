import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { openEmbedded } from '@rollcall/db/embedded/open-embedded';
import { addKiosk, isKept, kioskIsReady, pairKiosk } from '@rollcall/e2e/kit/camera/kiosk-page';
import { waitForFaceEngine } from '@rollcall/e2e/kit/server/start-server';
import type { Page } from 'playwright-core';
import { seededRandom } from '../shared/seeded-random.ts';
import { type DoorBrowser, openDoorBrowser } from './door-browser.ts';
import type { PhotoPeople } from './door-pictures.ts';
import {
  codeAt,
  type DoorSchool,
  enrolPeople,
  openDoorSchool,
  ownerSignedInNow,
  registerWithPins,
  startAgain,
} from './door-school.ts';
import { type Attempt, recount, type TakenRow } from './offline-recount.ts';
import { installTabletFate, setTabletClock, showings, type TabletFate } from './offline-tablet.ts';

const PIN = '4711';
/** Of a hundred people so many show their face, and so many a card. Everybody else types number and PIN. */
const FACES_PER_100 = 2;
const CARDS_PER_100 = 5;
/** Kills of the tablet while people type, of the server and of the tablet while it sends. */
const TABLET_KILLS = 6;
const SERVER_KILLS = 4;
const SENDING_TABLET_KILLS = 2;
const LOST_ANSWERS = 10;
const HOUR_MS = 60 * 60_000;
/** The clock of the tablet, set at these shares of the entries. */
const CLOCK_JUMPS = [
  { from: 0.3, shiftMs: 3 * HOUR_MS },
  { from: 0.7, shiftMs: -HOUR_MS },
];
const SENT_WITHIN_MS = 30 * 60_000;
/** Sign-ins and PINs at the same time. */
const LANES = 3;

type Visitor = { readonly code: string; readonly means: Attempt['means']; readonly shown: string };

/** Everybody has a PIN, some a card, and a few a face. */
async function preparePeople(school: DoorSchool, photos: PhotoPeople, count: number): Promise<Visitor[]> {
  const began = performance.now();
  await registerWithPins(school, count, PIN, LANES);
  console.log(`${count} PINs in ${((performance.now() - began) / 1000).toFixed(0)} s`);
  const faces = await enrolPeople(school, photos, Math.max(2, Math.round((count * FACES_PER_100) / 100)));
  const owner = await ownerSignedInNow(school);
  const cards = Math.max(2, Math.round((count * CARDS_PER_100) / 100));
  const visitors: Visitor[] = [];
  for (let at = 0; at < count; at += 1) {
    const code = codeAt(at);
    const face = faces.people[at];
    if (face) visitors.push({ code, means: 'face', shown: face.door });
    else if (at < faces.people.length + cards) {
      const number = `04A2${String(at).padStart(6, '0')}`;
      await owner('POST', `/admin/users/${code}/cards`, { number });
      visitors.push({ code, means: 'card', shown: number });
    } else visitors.push({ code, means: 'pin', shown: PIN });
  }
  const random = seededRandom(2000);
  return visitors
    .map((visitor) => ({ visitor, key: random() }))
    .toSorted((a, b) => a.key - b.key)
    .map(({ visitor }) => visitor);
}

/** The tablet with its profile, however often it is killed. */
async function openTablet(url: string, fate: TabletFate) {
  const profile = await mkdtemp(join(tmpdir(), 'rollcall-tablet-'));
  const answers = new Map<string, number>();
  const listen = (page: Page) =>
    page.on('response', async (response) => {
      if (!response.url().endsWith('/api/kiosk/queue')) return;
      const body: { outcome?: string } = await response.json().catch(() => ({}));
      const word = body.outcome ?? (response.ok() ? 'not read' : `status ${response.status()}`);
      answers.set(word, (answers.get(word) ?? 0) + 1);
    });
  const start = async () => {
    const opened = await openDoorBrowser(profile, url, async (context) => {
      await installTabletFate(context, fate);
    });
    listen(opened.page);
    return opened;
  };
  let now: DoorBrowser = await start();
  return {
    answers,
    page: () => now.page,
    /** Kills it, and starts it again on the same profile. */
    async killAndStart() {
      await now.kill();
      now = await start();
      await now.page.goto(`${url}/kiosk`);
      await kioskIsReady(now.page);
    },
    async remove() {
      await now.kill();
      await rm(profile, { recursive: true, force: true });
    },
  };
}

type Tablet = Awaited<ReturnType<typeof openTablet>>;

/** So many places in a list, spread over it. */
const spread = (count: number, over: number): ReadonlySet<number> =>
  new Set(Array.from({ length: count }, (_, at) => Math.floor(((at + 0.5) * over) / count)));

/** Everybody shows something. At some the tablet is killed in the middle of writing: they come again. */
async function letAllIn(tablet: Tablet, visitors: readonly Visitor[], fate: TabletFate): Promise<Attempt[]> {
  const attempts: Attempt[] = [];
  const random = seededRandom(9);
  const kills = spread(TABLET_KILLS, visitors.length);
  const show = ({ code, means, shown }: Visitor, began: () => void) => {
    if (means === 'pin') return showings.pin(tablet.page(), { code, pin: shown }, began);
    return showings[means](tablet.page(), shown, began);
  };
  for (const [at, visitor] of visitors.entries()) {
    const { code, means } = visitor;
    for (const { from, shiftMs } of CLOCK_JUMPS)
      if (at === Math.floor(from * visitors.length)) {
        fate.clockShiftMs = shiftMs;
        await setTabletClock(tablet.page(), shiftMs);
      }
    if (kills.has(at)) {
      // Whether the screen came first is not known: a person would try again, and so does this one.
      let begin = () => {};
      const began = new Promise<void>((resolve) => {
        begin = resolve;
      });
      const showing = show(visitor, begin).catch(() => undefined);
      await began;
      await new Promise((wake) => setTimeout(wake, Math.floor(random() * 120)));
      attempts.push({ code, means, isSaid: false });
      await tablet.killAndStart();
      await showing;
    }
    await show(visitor, () => undefined);
    attempts.push({ code, means, isSaid: true });
    if ((at + 1) % 100 === 0) console.log(`${at + 1} of ${visitors.length} entries written down`);
  }
  return attempts;
}

/** How many entries wait; 0 when the page says nothing about it. */
const waitingAt = (page: Page): Promise<number> =>
  page
    .evaluate(() =>
      Number(document.querySelector('[data-kiosk-queue]')?.getAttribute('data-kiosk-queue') ?? 0),
    )
    .catch(() => Number.POSITIVE_INFINITY);

/** The server is back, is killed while entries are sent, and comes back; so does the tablet. */
async function sendAll(school: DoorSchool, tablet: Tablet, entries: number): Promise<void> {
  const at = (part: number, of: number) => Math.floor((entries * (of - part)) / (of + 1));
  const events = [
    ...Array.from({ length: SERVER_KILLS }, (_, i) => ({
      left: at(i, SERVER_KILLS),
      what: 'server' as const,
    })),
    ...Array.from({ length: SENDING_TABLET_KILLS }, (_, i) => ({
      left: at(i, SENDING_TABLET_KILLS),
      what: 'tablet' as const,
    })),
  ].toSorted((a, b) => b.left - a.left);
  await startAgain(school);
  await waitForFaceEngine(school.server.url);
  const until = Date.now() + SENT_WITHIN_MS;
  for (;;) {
    if (Date.now() > until) throw new Error(`${await waitingAt(tablet.page())} entries were not sent.`);
    const left = await waitingAt(tablet.page());
    const [next] = events;
    if (left === 0 && !next) return;
    if (next && left <= next.left) {
      events.shift();
      console.log(`${left} entries left: the ${next.what} is killed`);
      if (next.what === 'tablet') await tablet.killAndStart();
      else {
        await school.server.kill();
        await startAgain(school);
        await waitForFaceEngine(school.server.url);
      }
    }
    await new Promise((wake) => setTimeout(wake, 50));
  }
}

interface Row {
  readonly number: string;
  readonly means: string | null;
  readonly doubt: string | null;
  readonly code: string | null;
}

/** What the database of the stopped server holds. */
async function readDatabase(dataDir: string): Promise<{ taken: TakenRow[]; checkIns: string[] }> {
  const embedded = await openEmbedded({ at: { dataDir: join(dataDir, 'postgres') } });
  const { rows } = await embedded.pool.query<Row>(
    `select e.number, e.means, e.doubt, p.code from kiosk_entries e left join people p on p.id = e.person_id order by e.number`,
  );
  const found = await embedded.pool.query<{ code: string }>(
    `select p.code from check_ins c join people p on p.id = c.person_id where c.evidence = 'kiosk'`,
  );
  await embedded.close();
  return {
    taken: rows.map((row) => ({ ...row, number: Number(row.number) })),
    checkIns: found.rows.map(({ code }) => code),
  };
}

/** Entries of a kiosk whose server is killed, on a tablet that is killed as well, over a network that loses answers. */
export async function measureOffline(photos: PhotoPeople, count: number) {
  const school = await openDoorSchool();
  const fate: TabletFate = { clockShiftMs: 0, losesEvery: Math.max(2, Math.floor(count / LOST_ANSWERS)) };
  const tablet = await openTablet(school.server.url, fate);
  try {
    const visitors = await preparePeople(school, photos, count);
    const owner = await ownerSignedInNow(school);
    const kioskId = await addKiosk(owner, { means: ['face', 'pin', 'card'] });
    const page = tablet.page();
    await page.goto(`${school.server.url}/kiosk`);
    await pairKiosk(page, owner, kioskId);
    await kioskIsReady(page);
    await untilKept(page);
    await school.server.kill();
    const began = performance.now();
    const attempts = await letAllIn(tablet, visitors, fate);
    const wroteMs = performance.now() - began;
    const waiting = await waitingAt(tablet.page());
    await sendAll(school, tablet, waiting);
    const sentMs = performance.now() - began - wroteMs;
    await school.server.stop();
    const { taken, checkIns } = await readDatabase(school.server.dataDir);
    const by = (means: Attempt['means']) => visitors.filter((visitor) => visitor.means === means).length;
    return {
      entries_the_screen_said_recorded: attempts.filter(({ isSaid }) => isSaid).length,
      by_means: { pin: by('pin'), card: by('card'), face: by('face') },
      waiting_before_sending: waiting,
      tablet_killed: TABLET_KILLS + SENDING_TABLET_KILLS,
      server_killed: 1 + SERVER_KILLS,
      clock_jumps: CLOCK_JUMPS.length,
      answers_of_the_server: Object.fromEntries(tablet.answers),
      rows_of_the_queue: taken.length,
      rows_are_without_a_gap: taken.every(({ number }, at) => number === at + 1),
      check_ins: checkIns.length,
      minutes_written: Number((wroteMs / 60_000).toFixed(1)),
      minutes_sent: Number((sentMs / 60_000).toFixed(1)),
      ...recount(attempts, taken, checkIns),
    };
  } finally {
    await tablet.remove();
    await school.server.remove();
  }
}

/** Waits until the page has kept what it needs to start without the server. */
async function untilKept(page: Page): Promise<void> {
  while (!(await isKept(page))) await new Promise((wake) => setTimeout(wake, 200));
}
