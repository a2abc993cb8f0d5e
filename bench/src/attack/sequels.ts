import { EVIDENCE_DEMANDS, type EvidenceDemand } from '@rollcall/core/attendance/evidence/evidence.types';
import { anyFront, inPerson, type Means } from './attackers.ts';
import type { Filmed } from './footage.ts';
import { decode, edit, encode } from './pictures.ts';
import type { Target, Try } from './target.ts';

interface Setting {
  readonly target: Target;
  readonly moving: readonly { readonly username: string; readonly film: Filmed }[];
  readonly tries: number;
  readonly means: Means;
}

const CUT = 6;

/** The same picture, cropped by a few pixels and compressed anew. */
async function copyOf(jpeg: Uint8Array): Promise<Uint8Array> {
  const picture = await decode(jpeg);
  const { width, height } = picture;
  const inner = { left: CUT, top: CUT, width: width - 2 * CUT, height: height - 2 * CUT };
  const cropped = await edit(picture, (image) => image.extract(inner).resize(width, height, { fit: 'fill' }));
  return encode(cropped, 80);
}

/** Pictures of an accepted check-in, sent again. */
export async function sendAgain({ target, moving, tries, means }: Setting): Promise<Try[]> {
  await target.setPolicy('always');
  const again: Try[] = [];
  for (let turn = 0; again.length < tries && turn < 12 * tries; turn += 1) {
    const victim = moving[turn % moving.length];
    if (!victim) break;
    await target.forgetPictures();
    const sent = new Map<string, readonly Uint8Array[]>();
    const own = inPerson(victim.film, anyFront(victim.film, means.random), means);
    const first = await target.attempt(victim.username, {
      first: own.first,
      answer: async (step) => {
        const frames = await own.answer(step);
        if (frames) sent.set(step, frames);
        return frames;
      },
    });
    if (!first.passed) continue;
    again.push(
      await target.attempt(victim.username, {
        first: await copyOf(own.first),
        answer: async (step) => {
          const frames = sent.get(step);
          return frames ? Promise.all(frames.map(copyOf)) : null;
        },
      }),
    );
  }
  return again;
}

interface PlaceTries {
  readonly demand: EvidenceDemand;
  readonly code: 'none' | 'guessed';
  readonly tries: readonly Try[];
}

/** The best attack there is, the person's own film, from elsewhere: what each demand for a proof of the place does. */
export async function tryPlaces({ target, moving, tries, means }: Setting): Promise<PlaceTries[]> {
  await target.setPolicy('step-up');
  const results: PlaceTries[] = [];
  for (const demand of EVIDENCE_DEMANDS) {
    await target.demand(demand);
    for (const code of demand === 'device' ? (['none'] as const) : (['none', 'guessed'] as const)) {
      const own: Try[] = [];
      for (let turn = 0; own.length < tries; turn += 1) {
        const victim = moving[turn % moving.length];
        if (!victim) break;
        await target.forgetPictures();
        const guess =
          code === 'guessed' ? String(Math.floor(means.random() * 10_000)).padStart(4, '0') : undefined;
        const answers = inPerson(victim.film, anyFront(victim.film, means.random), means);
        own.push(await target.attempt(victim.username, answers, guess));
      }
      results.push({ demand, code, tries: own });
    }
  }
  return results;
}
