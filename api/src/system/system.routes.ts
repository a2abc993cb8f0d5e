import type { Context } from 'hono';
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

interface SystemHost {
  readonly checkReadiness: CheckReadiness;
  readonly about: About;
  readonly isOperator?: (c: Context) => boolean;
}

/** Anybody learns whether the server is ready and the state of its parts; operators also what is wrong, and its version. */
export function systemRoutes({ checkReadiness, about, isOperator = () => false }: SystemHost) {
  return createRouter()
    .openapi(contract.health, (c) =>
      c.json({ status: 'ok' as const, ...(isOperator(c) ? presentAbout(about) : {}) }, 200),
    )
    .openapi(contract.ready, async (c) => {
      const states = await checkReadiness();
      const ready = states.every(({ state }) => state !== 'failing');
      const isDetailed = isOperator(c);
      const answer = {
        ready,
        parts: Object.fromEntries(
          states.map(({ part, state, short }) => [part, (isDetailed ? short : undefined) ?? state]),
        ),
        ...(isDetailed ? presentDetails(states, about) : {}),
      };
      if (ready) return c.json(answer, 200);
      c.header('Retry-After', '5');
      return c.json(answer, 503);
    });
}

const presentAbout = ({ version, schema }: About) => ({ version, schema });

const presentDetails = (states: readonly PartState[], about: About) => ({
  details: states.map(({ part, state, message }) => ({ part, state, message })),
  ...presentAbout(about),
});
