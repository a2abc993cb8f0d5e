import { readFile } from 'node:fs/promises';
import { bodyOf, createSender } from './http-call.ts';
import type {
  ClassPhotoAnswer,
  ClassPhotos,
  Progress,
  StopOrder,
  Visitor,
  VisitorsOrder,
  VisitorsResult,
} from './orders.ts';
import { type OpenKiosk, openKiosk, type Visit, visitOnOwnDevice } from './visits.ts';

/** The people who come: kiosks and own devices, each of which behaves as the pages do. Runs in a process of its own. */
process.on('disconnect', () => process.exit(1));
const say = (message: Progress | VisitorsResult) => void process.send?.(message);
const pause = (ms: number): Promise<void> => new Promise((wake) => setTimeout(wake, ms));

let isStopped = false;
const PROGRESS_MS = 5_000;
/** A class photo takes seconds. */
const PHOTO_LIMIT_MS = 60_000;

async function run({ url, kiosks: identities, visitors, pace, classPhotos }: VisitorsOrder): Promise<void> {
  const sender = createSender(url);
  const kiosks = await Promise.all(identities.map((identity) => openKiosk(sender, identity)));
  const visits: Visit[] = [];
  const photos: ClassPhotoAnswer[] = [];
  let come = 0;
  let isOver = false;
  const timer = setInterval(() => {
    const acknowledged = visits.filter(({ acknowledgedAt }) => acknowledgedAt !== null).length;
    const refusals = visits.reduce((sum, visit) => sum + visit.refusals, 0);
    say({ kind: 'progress', come, acknowledged, refusals });
  }, PROGRESS_MS);

  /** The kiosk with the fewest people in front of it. */
  const shortest = (section: string): OpenKiosk => {
    const [first, ...others] = kiosks.filter((kiosk) => kiosk.section === section);
    if (!first) throw new Error(`No kiosk is for ${section}.`);
    return others.reduce((best, kiosk) => (kiosk.waiting() < best.waiting() ? kiosk : best), first);
  };
  const visit = async ({ code, means, section, file, token }: Visitor): Promise<void> => {
    come += 1;
    const arrivedAt = Date.now();
    if (means === 'kiosk') visits.push(await shortest(section).visit(code, () => readFile(file), arrivedAt));
    else {
      const image = await readFile(file);
      visits.push(await visitOnOwnDevice(sender, { code, token: token ?? '', image }, arrivedAt));
    }
  };

  const takePhotos = async ({ token, classId, body, everyMs }: ClassPhotos): Promise<void> => {
    const path = `/api/admin/classes/${classId}/identify`;
    const authorization = `Bearer ${token}`;
    for (let next = Date.now() + everyMs / 2; !isOver; next += everyMs) {
      while (!isOver && Date.now() < next) await pause(200);
      if (isOver) return;
      for (let refusals = 0; ; refusals += 1) {
        const answer = await sender.send({
          method: 'POST',
          path,
          authorization,
          body,
          timeoutMs: PHOTO_LIMIT_MS,
        });
        if ((answer.status === 503 || answer.status === 429) && !isOver) {
          await pause((answer.retryAfter ?? 5) * 1000);
          continue;
        }
        const { faces = [] } = bodyOf<{ faces: { outcome: string }[] }>(answer);
        const named = faces.filter(({ outcome }) => outcome === 'named').length;
        photos.push({ status: answer.status, ms: answer.ms, named, refusals });
        break;
      }
    }
  };
  const photographing = classPhotos ? takePhotos(classPhotos) : Promise.resolve();

  if (pace.kind === 'at') {
    const began = performance.now();
    const running: Promise<void>[] = [];
    for (const [at, visitor] of visitors.entries()) {
      const wait = (pace.times[at] ?? 0) - (performance.now() - began);
      if (wait > 0) await pause(wait);
      running.push(visit(visitor));
    }
    await Promise.all(running);
  } else {
    let next = 0;
    const lane = async (kiosk: OpenKiosk, queue: readonly Visitor[]): Promise<void> => {
      while (queue.length > 0 && !isStopped) {
        const visitor = queue[next++ % queue.length];
        if (!visitor) return;
        come += 1;
        visits.push(await kiosk.visit(visitor.code, () => readFile(visitor.file)));
      }
    };
    await Promise.all(
      kiosks.map((kiosk) =>
        lane(
          kiosk,
          visitors.filter(({ section, means }) => section === kiosk.section && means === 'kiosk'),
        ),
      ),
    );
  }
  isOver = true;
  await photographing;
  clearInterval(timer);
  sender.close();
  say({ kind: 'visits', visits, classPhotos: photos });
}

process.on('message', (message) => {
  const order = message as VisitorsOrder | StopOrder; // sent by orders.ts
  if (order.kind === 'stop') isStopped = true;
  else void run(order);
});
say({ kind: 'ready' });
