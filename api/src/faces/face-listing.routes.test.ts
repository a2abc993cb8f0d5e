import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createScriptedEngine, pictureOf } from '../testing/scripted-engine.ts';
import { openTestApp, type TestApp } from '../testing/test-app.ts';

let app: TestApp;
beforeAll(async () => {
  app = await openTestApp({ engine: createScriptedEngine() });
  for (const code of ['F-1', 'F-2', 'F-3', 'F-4', 'F-5']) await app.person(code);
  const images = [1, 2, 3].map((nonce) => pictureOf({ person: 5, nonce }));
  await app.admin('POST', '/admin/capture-face', { user_id: 'F-5', images });
});
afterAll(() => app.close());

const codes = async (query: string): Promise<string[]> => {
  const { body } = await app.admin('GET', `/admin/users?search=F-&${query}`);
  return body.users.map(({ id }: { id: string }) => id);
};

describe('the list of people', () => {
  it('says of exactly those with face data that they have it, in the rows and in the filter', async () => {
    const { body } = await app.admin('GET', '/admin/users?search=F-');
    const marked = body.users.filter((user: { has_face_data: boolean }) => user.has_face_data);
    expect(marked.map(({ id }: { id: string }) => id)).toEqual(['F-5']);
    expect(await codes('has_face_data=true')).toEqual(['F-5']);
    expect(await codes('has_face_data=false')).toEqual(['F-1', 'F-2', 'F-3', 'F-4']);
  });
});
