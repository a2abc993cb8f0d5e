import { describe, expect, it } from 'vitest';
import { EnvError, readEnv } from './env.ts';
import { coresOfOne } from './processes/processes-env.ts';

const problemsOf = (source: Record<string, string>): readonly string[] => {
  try {
    readEnv(source);
    return [];
  } catch (error) {
    return error instanceof EnvError ? error.problems : [String(error)];
  }
};

describe('readEnv', () => {
  it('has a default for every variable', () => {
    expect(readEnv({})).toMatchObject({
      port: 5000,
      host: '127.0.0.1',
      demoMode: true,
      databaseUrl: undefined,
      trustProxy: false,
      timeZone: Intl.DateTimeFormat().resolvedOptions().timeZone,
    });
    expect(readEnv({}).dataDir).toMatch(/data$/);
  });

  it('treats an empty variable as unset', () => {
    expect(readEnv({ PORT: '', DATABASE_URL: '' })).toMatchObject({ port: 5000, databaseUrl: undefined });
  });

  it('reports every problem at once', () => {
    const problems = problemsOf({
      PORT: 'abc',
      DATABASE_URL: 'mysql://x',
      DEMO_MODE: 'maybe',
      TIME_ZONE: 'Nowhere',
    });
    expect(problems).toHaveLength(4);
    expect(problems.join(' ')).toMatch(/PORT.*DATABASE_URL.*DEMO_MODE.*TIME_ZONE/);
  });

  it('has no HTTPS of its own unless it says local, and reads its names', () => {
    expect(readEnv({}).https).toBeUndefined();
    expect(readEnv({ HTTPS: 'off' }).https).toBeUndefined();
    expect(readEnv({ HTTPS: 'local' }).https).toEqual({ port: 8443, names: [] });
    const names = 'Rollcall.School.lan, 192.168.1.20,FD00:0::20,printer.';
    expect(readEnv({ HTTPS: 'local', HTTPS_PORT: '443', HTTPS_NAMES: names }).https).toEqual({
      port: 443,
      names: ['rollcall.school.lan', '192.168.1.20', 'fd00::20', 'printer'],
    });
    expect(problemsOf({ HTTPS: 'true' })).toEqual([expect.stringContaining('HTTPS must be local or off.')]);
    expect(problemsOf({ HTTPS: 'local', HTTPS_PORT: '5000' })[0]).toContain('are both 5000');
    expect(problemsOf({ HTTPS: 'local', HTTPS_PORT: '70000' })[0]).toContain('HTTPS_PORT must be');
    expect(problemsOf({ HTTPS_NAMES: 'rollcall.lan' })[0]).toContain('no effect without HTTPS=local');
    for (const wrong of ['*.lan', '192.168.1', 'https://rollcall.lan', 'a b', 'a..b', '10.0.0.0/8'])
      expect(problemsOf({ HTTPS: 'local', HTTPS_NAMES: wrong })[0]).toContain(`"${wrong}" is neither`);
  });

  it('runs one process unless told, and several on PostgreSQL only', () => {
    const DATABASE_URL = 'postgres://localhost/rollcall';
    expect(readEnv({})).toMatchObject({ processes: 1, hangMs: 60_000 });
    expect(readEnv({ SERVER_PROCESSES: '3', DATABASE_URL }).processes).toBe(3);
    expect(problemsOf({ SERVER_PROCESSES: '3' })[0]).toContain('SERVER_PROCESSES=3 needs PostgreSQL');
    for (const wrong of ['0', '65', '1.5', 'many'])
      expect(problemsOf({ SERVER_PROCESSES: wrong, DATABASE_URL })[0]).toContain('SERVER_PROCESSES must be');
    expect(problemsOf({ SERVER_CORES: '0' })[0]).toContain('SERVER_CORES must be');
    expect(problemsOf({ PROCESS_HANG_SECONDS: '1' })[0]).toContain('PROCESS_HANG_SECONDS must be');
  });

  it('chooses one process for two cores, eight at most, and shares the cores among them', () => {
    const auto = (SERVER_CORES: string, DATABASE_URL = 'postgres://localhost/rollcall') =>
      readEnv({ SERVER_PROCESSES: 'auto', SERVER_CORES, DATABASE_URL });
    const counts = ['1', '2', '3', '4', '8', '16', '64'].map((cores) => auto(cores).processes);
    expect(counts).toEqual([1, 1, 1, 2, 4, 8, 8]);
    expect(auto('16', '').processes).toBe(1);
    expect([coresOfOne(auto('16')), coresOfOne(auto('64')), coresOfOne(auto('1'))]).toEqual([2, 8, 1]);
    expect(coresOfOne({ cores: 2, processes: 4 }, 1)).toBe(1);
  });

  it('reads the proxies in front, and refuses them in demo mode', () => {
    const proxies = (TRUST_PROXY: string) => readEnv({ DEMO_MODE: 'false', TRUST_PROXY }).trustProxy;
    expect([proxies('true'), proxies('2'), proxies('false'), proxies('')]).toEqual([
      { hops: 1 },
      { hops: 2 },
      false,
      false,
    ]);
    expect(proxies('10.0.0.0/8')).toHaveProperty('networks');
    expect(problemsOf({ DEMO_MODE: 'false', TRUST_PROXY: 'my-proxy' })[0]).toMatch(
      /^TRUST_PROXY must be false, the number/,
    );
    expect(problemsOf({ TRUST_PROXY: '1' })[0]).toContain('remove TRUST_PROXY');
  });

  it('refuses demo mode on any address but loopback', () => {
    expect(problemsOf({ HOST: '0.0.0.0' })[0]).toContain('Demo mode');
    expect(problemsOf({ HOST: '0.0.0.0', DEMO_MODE: 'false' })).toEqual([]);
    expect(problemsOf({ HOST: '::1' })).toEqual([]);
  });

  it('reads the settings of PostgreSQL, the log, metrics and shutdown, each within limits', () => {
    const given = {
      DATABASE_POOL_SIZE: '40',
      DATABASE_ON_ANOTHER_MACHINE: 'true',
      DATABASE_STATEMENT_SECONDS: '60',
      LOG_LEVEL: 'warn',
      METRICS_TOKEN: 'sixteen-or-more-characters',
      STOP_GRACE_SECONDS: '0.5',
    };
    expect(readEnv(given)).toMatchObject({
      databaseElsewhere: true,
      postgres: { poolSize: 40, connectMs: 5000, statementMs: 60_000 },
      slowQueryMs: 1000,
      logLevel: 'warn',
      metricsToken: 'sixteen-or-more-characters',
      stop: { graceMs: 500, limitMs: 25_000 },
    });
    const wrong = {
      DATABASE_POOL_SIZE: '1',
      LOG_LEVEL: 'loud',
      METRICS_TOKEN: 'short',
      STOP_LIMIT_SECONDS: 'x',
    };
    expect(problemsOf(wrong)).toHaveLength(4);
  });

  it('reads the mail server and the address of links, and says what is missing', () => {
    const given = {
      SMTP_URL: 'smtp://u:p%40ss@mail.school.example',
      MAIL_FROM: 'attendance@school.example',
      PUBLIC_URL: 'https://school.example/',
    };
    expect(readEnv(given)).toMatchObject({
      publicUrl: 'https://school.example',
      mail: { host: 'mail.school.example', port: 587, user: { name: 'u', password: 'p@ss' } },
    });
    expect(readEnv({}).mail).toBeUndefined();
    expect(problemsOf({ SMTP_URL: given.SMTP_URL })).toEqual([
      'SMTP_URL needs MAIL_FROM, the sender of the mails.',
      'SMTP_URL needs PUBLIC_URL, the address of this server in the links of mails.',
    ]);
    expect(problemsOf({ ...given, PUBLIC_URL: 'school.example', SMTP_TLS: 'never' })).toHaveLength(2);
  });
});
