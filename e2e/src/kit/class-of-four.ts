import { openFixtures } from '@rollcall/face/testing/fixtures';
import { FIXTURE_PEOPLE, GROUP_PICTURE } from '@rollcall/face/testing/people.fixtures';
import sharp from 'sharp';

/**
 * Four real people: each is enrolled from three photos, and is looked for in a group picture and a probe that are
 * none of those three (face/src/testing/people.fixtures.ts).
 */
export const CLASSMATES = FIXTURE_PEOPLE.map(({ id }) => ({
  id: `CLS-${id.toUpperCase()}`,
  username: id,
  name: `${id[0]?.toUpperCase()}${id.slice(1)} Fixture`,
}));
export const PASSWORD = 'secret123';

const dataUrl = (jpeg: Uint8Array) => `data:image/jpeg;base64,${Buffer.from(jpeg).toString('base64')}`;

/** The API as an administrator or a student calls it; a refusal is an error. */
export const caller = (url: string, token: string) =>
  async function call<T>(method: string, path: string, body?: unknown): Promise<T> {
    const response = await fetch(`${url}/api${path}`, {
      method,
      headers: { Authorization: `Bearer ${token}`, 'Content-Type': 'application/json' },
      ...(body === undefined ? {} : { body: JSON.stringify(body) }),
    });
    const text = await response.text();
    if (!response.ok) throw new Error(`${method} ${path}: ${response.status} ${text.slice(0, 300)}`);
    return JSON.parse(text);
  };

export type Caller = ReturnType<typeof caller>;

/** The models are read while the server already answers. */
export async function waitForEngine(url: string): Promise<void> {
  const deadline = Date.now() + 90_000;
  while (Date.now() < deadline) {
    const { parts }: { parts: Record<string, string> } = await (await fetch(`${url}/api/ready`)).json();
    if (parts.models === 'ok') return;
    await new Promise((wake) => setTimeout(wake, 250));
  }
  throw new Error('The face engine did not start.');
}

/** Registers the four with their faces, puts them and one more into a class, and answers its id. */
export async function openClassOfFour(admin: Caller): Promise<number> {
  const photo = await openFixtures('people');
  const register = (user_id: string, name: string, username: string) =>
    admin('POST', '/admin/register', { user_id, name, username, password: PASSWORD, type: 'student' });
  for (const [index, { id, name, username }] of CLASSMATES.entries()) {
    await register(id, name, username);
    const photos = FIXTURE_PEOPLE[index]?.enrol ?? [];
    const images = await Promise.all(
      photos.map(async (path) =>
        dataUrl(await sharp(photo(path)).resize({ width: 1280, withoutEnlargement: true }).jpeg().toBuffer()),
      ),
    );
    const { success } = await admin<{ success: boolean }>('POST', '/admin/capture-face', {
      user_id: id,
      images,
    });
    if (!success) throw new Error(`The photos of ${id} were refused.`);
  }
  await register('CLS-NOFACE', 'Nils Noface', 'nils');
  const { class: created } = await admin<{ class: { id: number } }>('POST', '/admin/classes', {
    name: 'Class of four',
    section: 'FOUR',
    subject: 'Photography',
    startTime: '10:30',
    endTime: '12:00',
    weekdays: [1, 2, 3, 4, 5, 6, 7],
  });
  await admin('PUT', `/admin/classes/${created.id}/roster`, {
    user_ids: [...CLASSMATES.map(({ id }) => id), 'CLS-NOFACE'],
  });
  return created.id;
}

/** Pictures of the class. */
export async function classPictures() {
  const people = await openFixtures('people');
  const strangers = await openFixtures('strangers');
  const group = Buffer.from(people(GROUP_PICTURE));
  return {
    group,
    /** The four, and beside them a portrait of somebody nobody has enrolled. */
    async withStranger(): Promise<Buffer> {
      const { width = 0, height = 0 } = await sharp(group).metadata();
      const portrait = await sharp(strangers('src/demo/faces/male/1.jpg')).resize(420, 420).toBuffer();
      return sharp(group)
        .extend({ right: 480, background: '#9aa3ab' })
        .composite([{ input: portrait, left: width + 30, top: Math.round(height / 4) }])
        .jpeg({ quality: 92 })
        .toBuffer();
    },
    /** One more photo of a classmate, for a check-in of their own. */
    probe: async (index: number): Promise<string> => {
      const path = FIXTURE_PEOPLE[index]?.probes[0] ?? '';
      return dataUrl(
        await sharp(people(path)).resize({ width: 1280, withoutEnlargement: true }).jpeg().toBuffer(),
      );
    },
    /** Two by two in front of a 640 x 480 camera. */
    async forCamera(): Promise<Buffer> {
      const quarters = await Promise.all(
        FIXTURE_PEOPLE.map(({ probes }) =>
          sharp(people(probes[0] ?? ''))
            .resize(320, 240, { fit: 'contain', background: '#8d8a84' })
            .toBuffer(),
        ),
      );
      return sharp({ create: { width: 640, height: 480, channels: 3, background: '#8d8a84' } })
        .composite(quarters.map((input, i) => ({ input, left: (i % 2) * 320, top: i < 2 ? 0 : 240 })))
        .jpeg({ quality: 92 })
        .toBuffer();
    },
  };
}
