import { afterAll, beforeAll, expect, it } from 'vitest';
import { createScriptedEngine, enrolFace } from '../../testing/scripted-engine.ts';
import { openTestServers, type TestServers } from '../../testing/test-servers.ts';

let servers: TestServers;
beforeAll(async () => {
  servers = await openTestServers(['one', 'two'], { engine: createScriptedEngine(), strictEvidence: true });
});
afterAll(() => servers.close());

it('a place code is guessed five times at all servers together, before and after a restart', async () => {
  const [one, two] = servers.servers;
  if (!one || !two) throw new Error('Two servers were asked for');
  const { token } = await one.person('G-1');
  await enrolFace(one, 'G-1', 1);
  const { body } = await one.admin('GET', '/place-code');
  const wrong = Array.from({ length: 20 }, (_, at) => `${200_000 + at}`).filter((code) => code !== body.code);
  const guess = async (server: typeof one, code: string) =>
    (await server.call('POST', '/user/start-face-scan', { token, body: { code } })).body.error?.code;
  const answers = await Promise.all(wrong.map((code, at) => guess(at % 2 === 0 ? one : two, code)));
  expect(answers.filter((answer) => answer === 'place_code_wrong')).toHaveLength(5);
  expect(await guess(await servers.start('three'), body.code)).toBe('too_many_attempts');
});
