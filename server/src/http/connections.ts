import type { IncomingMessage, Server, ServerResponse } from 'node:http';

const isStream = ({ url = '' }: IncomingMessage): boolean => url.split('?')[0] === '/api/events';

/** Follows the requests of HTTP servers, so that they can be stopped without cutting them. */
export function trackConnections(...servers: readonly Pick<Server, 'prependListener'>[]) {
  const running = new Set<ServerResponse>();
  const streams = new Set<ServerResponse>();
  const waiting = new Set<() => void>();
  let isClosing = false;

  // Without keep-alive the answer carries `Connection: close`, and its client goes elsewhere with the next request.
  const closeAfter = (response: ServerResponse) => {
    response.shouldKeepAlive = false;
  };

  const follow = (request: IncomingMessage, response: ServerResponse) => {
    const kind = isStream(request) ? streams : running;
    kind.add(response);
    if (isClosing) closeAfter(response);
    response.once('close', () => {
      kind.delete(response);
      if (running.size === 0) for (const done of waiting) done();
    });
  };
  for (const server of servers) server.prependListener('request', follow);

  return {
    running: () => running.size,
    streams: () => streams.size,
    /** From now on every answer closes its connection. */
    startClosing(): void {
      isClosing = true;
      for (const response of [...running, ...streams]) closeAfter(response);
    },
    /** Ends the event streams. Their pages connect again, to another server or to the next one here. */
    endStreams(): void {
      for (const response of streams) response.end();
    },
    /** Resolves when no request runs, streams aside, and says whether that was within `ms`. */
    idle(ms: number): Promise<boolean> {
      if (running.size === 0) return Promise.resolve(true);
      return new Promise((resolve) => {
        const done = () => finish(true);
        const timer = setTimeout(() => finish(false), ms);
        const finish = (isIdle: boolean) => {
          clearTimeout(timer);
          waiting.delete(done);
          resolve(isIdle);
        };
        waiting.add(done);
      });
    },
  };
}

export type Connections = ReturnType<typeof trackConnections>;
