import { openFixtures } from '@rollcall/face/testing/fixtures';
import { FIXTURE_PEOPLE, GROUP_PICTURE } from '@rollcall/face/testing/people.fixtures';
import sharp from 'sharp';
import type { ApiClient } from './call-api.ts';

/**
 * The four people of the fixtures. Each is enrolled from three photos; the group photo and the probes are other
 * photos (face/src/testing/people.fixtures.ts).
 */
export const CLASSMATES = FIXTURE_PEOPLE.map(({ id }) => ({
  id: `CLS-${id.toUpperCase()}`,
  username: id,
  name: `${id[0]?.toUpperCase()}${id.slice(1)} Fixture`,
}));
export const PASSWORD = 'secret123';

/** The photo as a data URL, at most 1280 pixels wide. */
async function dataUrl(photo: Uint8Array): Promise<string> {
  const jpeg = await sharp(photo).resize({ width: 1280, withoutEnlargement: true }).jpeg().toBuffer();
  return `data:image/jpeg;base64,${jpeg.toString('base64')}`;
}

/** Registers and enrols the four, creates a class of them and one student without a face, and returns its id. */
export async function createFixtureClass(admin: ApiClient): Promise<number> {
  const readPhoto = await openFixtures('people');
  const register = (user_id: string, name: string, username: string) =>
    admin('POST', '/admin/register', { user_id, name, username, password: PASSWORD, type: 'student' });
  for (const [index, { id, name, username }] of CLASSMATES.entries()) {
    await register(id, name, username);
    await admin('POST', `/admin/users/${id}/consent`, { given_by: name });
    const paths = FIXTURE_PEOPLE[index]?.enrol ?? [];
    const images = await Promise.all(paths.map((path) => dataUrl(readPhoto(path))));
    const { success } = await admin<{ success: boolean }>('POST', '/admin/capture-face', {
      user_id: id,
      images,
    });
    if (!success) throw new Error(`The photos of ${id} were refused.`);
  }
  await register('CLS-NOFACE', 'Nils Noface', 'nils');
  return createClass(admin, { name: 'Class of four', section: 'FOUR' }, [
    ...CLASSMATES.map(({ id }) => id),
    'CLS-NOFACE',
  ]);
}

/** Creates a class that meets every day, and returns its id. */
export async function createClass(
  admin: ApiClient,
  names: { readonly name: string; readonly section: string },
  userIds: readonly string[],
): Promise<number> {
  const { class: created } = await admin<{ class: { id: number } }>('POST', '/admin/classes', {
    ...names,
    subject: 'Photography',
    startTime: '10:30',
    endTime: '12:00',
    weekdays: [1, 2, 3, 4, 5, 6, 7],
  });
  await admin('PUT', `/admin/classes/${created.id}/roster`, { user_ids: userIds });
  return created.id;
}

export async function openClassPhotos() {
  const people = await openFixtures('people');
  const strangers = await openFixtures('strangers');
  const group = Buffer.from(people(GROUP_PICTURE));
  return {
    group,
    /** The four, and beside them a portrait of a person who is not enrolled. */
    async withStranger(): Promise<Buffer> {
      const { width = 0, height = 0 } = await sharp(group).metadata();
      const portrait = await sharp(strangers('src/demo/faces/male/1.jpg')).resize(420, 420).toBuffer();
      return sharp(group)
        .extend({ right: 480, background: '#9aa3ab' })
        .composite([{ input: portrait, left: width + 30, top: Math.round(height / 4) }])
        .jpeg({ quality: 92 })
        .toBuffer();
    },
    /** Another photo of a classmate as a data URL, for a check-in. */
    probe: (index: number): Promise<string> => dataUrl(people(FIXTURE_PEOPLE[index]?.probes[0] ?? '')),
    /** The four in a 640 x 480 camera picture, two by two. */
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
