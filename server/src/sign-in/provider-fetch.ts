import type { CustomFetch } from 'openid-client';

/** Discovery documents, keys and tokens are a few kilobytes. */
const ANSWER_BYTES_MAX = 512 * 1024;

class AnswerTooLarge extends Error {
  readonly code = 'ANSWER_TOO_LARGE';
}

/** Counts what arrives, because a length that was announced may be wrong or missing. */
async function readLimited(response: Response): Promise<Uint8Array<ArrayBuffer>> {
  const chunks: Uint8Array[] = [];
  let bytes = 0;
  for await (const chunk of response.body ?? []) {
    bytes += chunk.length;
    if (bytes > ANSWER_BYTES_MAX)
      throw new AnswerTooLarge('The answer of the identity provider is too large.');
    chunks.push(chunk);
  }
  return new Uint8Array(Buffer.concat(chunks));
}

/**
 * Calls an identity provider. Redirects are not followed: an endpoint is where the discovery document says, and a
 * redirect could lead to a service of the network that only this server reaches. The time limit is openid-client's.
 */
export const providerFetch: CustomFetch = async (url, options) => {
  // Its options are those of `fetch`, with wider types.
  const response = await fetch(url, { ...(options as RequestInit), redirect: 'manual' });
  const content = await readLimited(response);
  const hasNone = response.status === 204 || response.status === 304 || response.status < 200;
  return new Response(hasNone ? null : content, { status: response.status, headers: response.headers });
};
