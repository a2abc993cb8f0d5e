import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { parse } from 'yaml';
import { ROOT } from '../architecture/source-files.ts';
import { serverVariables } from './server-variables.ts';

interface Service {
  readonly environment?: Readonly<Record<string, string | number>>;
  readonly secrets?: readonly string[];
  readonly volumes?: readonly string[];
  readonly ports?: readonly string[];
  readonly read_only?: boolean;
  readonly cap_drop?: readonly string[];
  readonly security_opt?: readonly string[];
  readonly stop_grace_period?: string;
}

interface Compose {
  readonly services: Readonly<Record<string, Service>>;
  readonly secrets?: Readonly<Record<string, { readonly file: string }>>;
  readonly volumes: Readonly<Record<string, unknown>>;
}

const readText = (path: string) => readFile(join(ROOT, path), 'utf8');
const compose = async (path: string) => parse(await readText(path), { merge: true }) as Compose;
const serversIn = ({ services }: Compose): [string, Service][] =>
  Object.entries(services).filter(([name]) => name.startsWith('app'));

describe.each(['compose.yaml', 'deploy/compose.three.yaml'])('%s', (path) => {
  it('sets variables that the server has, and restricts it', async () => {
    const servers = serversIn(await compose(path));
    const { all } = await serverVariables();
    expect(servers.length).toBeGreaterThan(0);
    for (const [, server] of servers) {
      expect(Object.keys(server.environment ?? {}).filter((name) => !all.has(name))).toEqual([]);
      expect(server).toMatchObject({
        read_only: true,
        cap_drop: ['ALL'],
        security_opt: ['no-new-privileges:true'],
      });
    }
  });

  it('gives a stop more time than the server takes', async () => {
    for (const [, { environment, stop_grace_period }] of serversIn(await compose(path))) {
      const graceSeconds = Number(environment?.STOP_GRACE_SECONDS ?? 1);
      const limitSeconds = Number(environment?.STOP_LIMIT_SECONDS ?? 25);
      // The server closes its parts for 15 seconds more at most.
      expect(Number.parseInt(stop_grace_period ?? '', 10)).toBeGreaterThan(graceSeconds + limitSeconds + 15);
    }
  });
});

describe('three servers', () => {
  it('share database, keys and files, and are reached by the balancer only', async () => {
    const three = await compose('deploy/compose.three.yaml');
    const servers = serversIn(three);
    expect(servers.map(([name]) => name)).toEqual(['app1', 'app2', 'app3']);
    for (const [, server] of servers) {
      expect(server.volumes).toEqual(['data:/data']);
      expect(server.ports).toBeUndefined();
      expect(server.environment).toMatchObject({
        FILES_DIR: '/data/files',
        TRUST_PROXY: expect.stringMatching(/:-1\}$/),
      });
    }
    expect(three.services.balancer?.ports).toEqual(['80:8080', '443:8443']);
    expect(three.services.db?.ports).toBeUndefined();
  });

  it('have their secrets in files that the compose file names', async () => {
    const three = await compose('deploy/compose.three.yaml');
    const { secrets: secretNames } = await serverVariables();
    for (const { environment = {}, secrets = [] } of Object.values(three.services)) {
      const files = Object.entries(environment).flatMap(([name, value]) =>
        String(value).startsWith('/run/secrets/') ? [[name, String(value).replace('/run/secrets/', '')]] : [],
      );
      expect(files.map(([, file]) => file).sort()).toEqual([...secrets].sort());
      expect(Object.keys(environment).filter((name) => secretNames.has(name))).toEqual([]);
      for (const name of secrets) expect(three.secrets?.[name]?.file).toBe(`./secrets/${name}`);
    }
    expect(await readText('.gitignore')).toMatch(/^secrets\/$/m);
    expect(await readText('.dockerignore')).toMatch(/^\*\*\/secrets$/m);
  });

  it('are those of haproxy.cfg, which checks readiness more often than a stop takes', async () => {
    const three = await compose('deploy/compose.three.yaml');
    const text = await readText('deploy/haproxy.cfg');
    for (const backend of ['servers', 'events']) {
      const section = text.split(`\nbackend ${backend}\n`)[1]?.split(/\n(?:backend|frontend) /)[0] ?? '';
      const listed = [...section.matchAll(/^ {4}server (\S+) (\S+)/gm)].map(([, name, at]) => [name, at]);
      expect(listed).toEqual(serversIn(three).map(([name]) => [name, `${name}:5000`]));
    }
    expect(text).toContain('http-check send meth GET uri /api/ready ver HTTP/1.1 hdr Host localhost');
    const [, interval = '', fall = ''] = /check inter (\d+)s fall (\d+)/.exec(text) ?? [];
    const { environment } = serversIn(three)[0]?.[1] ?? {};
    expect(Number(environment?.STOP_GRACE_SECONDS)).toBeGreaterThan(Number(interval) * Number(fall));
  });
});
