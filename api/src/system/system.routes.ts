import { createRouter } from '../http/router.ts';
import * as contract from './system.contract.ts';

/** The program: its version and the newest schema of the database it knows. */
export interface About {
  readonly version: string;
  readonly schema: number;
}

/** One part of the server. `failing` means that no request should be sent here, `warning` that an operator should look. */
export interface PartState {
  readonly part: string;
  readonly state: 'ok' | 'off' | 'warning' | 'failing';
  /** One or two words in place of the state, for programs. */
  readonly short?: string;
  readonly message: string;
}

export type CheckReadiness = () => Promise<readonly PartState[]>;

export function systemRoutes({
  checkReadiness,
  about,
}: {
  readonly checkReadiness: CheckReadiness;
  readonly about: About;
}) {
  return createRouter()
    .openapi(contract.health, (c) => c.json({ status: 'ok' as const, ...presentAbout(about) }, 200))
    .openapi(contract.ready, async (c) => {
      const states = await checkReadiness();
      const ready = states.every(({ state }) => state !== 'failing');
      const answer = {
        ready,
        parts: Object.fromEntries(states.map(({ part, state, short }) => [part, short ?? state])),
        details: states.map(({ part, state, message }) => ({ part, state, message })),
        ...presentAbout(about),
      };
      if (ready) return c.json(answer, 200);
      c.header('Retry-After', '5');
      return c.json(answer, 503);
    });
}

const presentAbout = ({ version, schema }: About) => ({ version, schema });
