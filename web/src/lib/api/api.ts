import type { Client } from '@rollcall/api/client';
import type { ClientResponse } from 'hono/client';
import { createContext, useContext } from 'react';
import { toApiError } from './api-error.ts';

export type Api = Client['api'];

/** Body type of a call's 200 answer. */
export type Answer<Response> =
  Response extends ClientResponse<infer Body, infer Status, string>
    ? Status extends 200
      ? Body
      : never
    : never;

/** Returns the body of a successful call and throws an ApiError for any other status. */
export async function answer<R extends ClientResponse<unknown, number, string>>(
  pending: Promise<R>,
): Promise<Answer<R>> {
  const response = await pending;
  // hc returns a ClientResponse, which is the fetch Response with a narrower type.
  if (!response.ok) throw await toApiError(response as unknown as Response);
  return (await response.json()) as Answer<R>; // the contract's type of a 200 answer
}

/** Options of a call that ends when the signal says so: a query's call, once nobody waits for its answer. */
export const until = (signal: AbortSignal | undefined) => (signal ? { init: { signal } } : {});

export const ApiContext = createContext<Api | null>(null);

export function useApi(): Api {
  const api = useContext(ApiContext);
  if (!api) throw new Error('ApiContext is missing.');
  return api;
}
