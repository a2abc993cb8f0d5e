import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createScriptedEngine, enrolFace } from '../testing/scripted-engine.ts';
import { openTestApp, type TestApp } from '../testing/test-app.ts';

let app: TestApp;
beforeAll(async () => {
  app = await openTestApp({ engine: createScriptedEngine() });
  for (const code of ['F-1', 'F-2', 'F-3', 'F-4', 'F-5']) await app.person(code);
  await enrolFace(app, 'F-5', 5);
});
afterAll(() => app.close());

const codes = async (query: string): Promise<string[]> => {
  const { body } = await app.admin('GET', `/admin/users?search=F-&${query}`);
  return body.users.map(({ id }: { id: string }) => id);
};

describe('the list of people', () => {
  it('shows has_face_data, and filters by it, for exactly the enrolled people', async () => {
    const { body } = await app.admin('GET', '/admin/users?search=F-');
    const marked = body.users.filter((user: { has_face_data: boolean }) => user.has_face_data);
    expect(marked.map(({ id }: { id: string }) => id)).toEqual(['F-5']);
    expect(await codes('has_face_data=true')).toEqual(['F-5']);
    expect(await codes('has_face_data=false')).toEqual(['F-1', 'F-2', 'F-3', 'F-4']);
  });
});
