import type { ServerEnv } from './env.ts';

interface Facts {
  readonly env: ServerEnv;
  readonly port: number;
  readonly place: string;
  readonly setupCode: string | null;
}

/** What a new user reads first: where to go, what is stored where, what to do next. */
export function greeting({ env, port, place, setupCode }: Facts): string {
  const host =
    env.host === '127.0.0.1' || env.host === '0.0.0.0' || env.host === '::' ? 'localhost' : env.host;
  const address = `http://${host.includes(':') ? `[${host}]` : host}:${port}`;
  const lines = [
    '',
    `  Rollcall is running at ${address}`,
    `  API documentation      ${address}/api/docs`,
    `  Database               ${place}`,
    `  Keys and files         ${env.dataDir}`,
  ];
  if (env.demoMode) {
    lines.push('', '  Demo mode: an invented school, known passwords, reachable from this machine only.');
    lines.push('  Set DEMO_MODE=false for your own institution.');
  }
  if (setupCode) {
    lines.push('', `  First run: open ${address} and enter the set-up code  ${setupCode}`);
  }
  lines.push('', '  Press Ctrl-C to stop.', '', '');
  return lines.join('\n');
}
