import type { Broadcast, FromHost, MessageLink, ToHost } from './messages.types.ts';
import type { Reply } from './serve-requests.ts';

/** Messages between tabs. One tab is the host: it holds the database and answers the requests of all. */
export type TabMessage =
  | { readonly kind: 'who-is-host' }
  | { readonly kind: 'host-is'; readonly host: string }
  | { readonly kind: 'to-host'; readonly host: string; readonly tab: string; readonly message: ToHost }
  | { readonly kind: 'to-tab'; readonly tab: string; readonly message: FromHost }
  | { readonly kind: 'news'; readonly news: Broadcast };

export interface Host {
  handle(message: ToHost, reply: Reply, tab: string): void;
}

interface Needs {
  readonly tab: string;
  readonly page: MessageLink<FromHost, ToHost>;
  readonly tabs: MessageLink<TabMessage, TabMessage>;
  /** Calls `then` when that tab has closed. */
  readonly onTabClosed: (tab: string, then: () => void) => void;
}

/**
 * Routes each message of the page to the host tab: this one, another, or a queue while there is none. When the host's
 * tab closes, pending requests fail as with a server that restarts; later ones wait for the next host.
 */
export function createTabRouter({ tab, page, tabs, onTabClosed }: Needs) {
  let localHost: Host | null = null;
  let remoteHost: string | null = null;
  const queued: ToHost[] = [];
  /** Requests sent to a remote host and not yet answered. */
  const pending = new Set<string>();

  const deliver = (message: FromHost, transfer?: readonly ArrayBuffer[]) => {
    if (message.kind === 'end' || message.kind === 'lost') pending.delete(message.id);
    page.post(message, transfer);
  };
  const send = (message: ToHost) => {
    if (localHost) return localHost.handle(message, deliver, tab);
    if (remoteHost === null) return void queued.push(message);
    if (message.kind === 'request') pending.add(message.id);
    tabs.post({ kind: 'to-host', host: remoteHost, tab, message });
  };
  const sendQueued = () => {
    for (const message of queued.splice(0)) send(message);
  };
  const failPending = () => {
    for (const id of pending)
      page.post({ kind: 'lost', id, reason: 'The tab that held the data was closed.' });
    pending.clear();
  };

  page.listen(send);
  tabs.listen((received) => {
    switch (received.kind) {
      case 'who-is-host':
        if (localHost) tabs.post({ kind: 'host-is', host: tab });
        return;
      case 'host-is':
        if (localHost || received.host === remoteHost) return;
        failPending();
        remoteHost = received.host;
        onTabClosed(received.host, () => {
          if (remoteHost !== received.host) return;
          remoteHost = null;
          failPending();
        });
        return sendQueued();
      case 'to-host': {
        if (received.host !== tab) return;
        const reply: Reply = (message) => tabs.post({ kind: 'to-tab', tab: received.tab, message });
        return localHost?.handle(received.message, reply, received.tab);
      }
      case 'to-tab':
        return received.tab === tab ? deliver(received.message) : undefined;
      case 'news':
        return page.post(received.news);
    }
  });
  tabs.post({ kind: 'who-is-host' });

  return {
    becomeHost(host: Host): void {
      localHost = host;
      remoteHost = null;
      failPending();
      tabs.post({ kind: 'host-is', host: tab });
      sendQueued();
    },
    /** Sends to the pages of all tabs, this one included. */
    broadcast(news: Broadcast): void {
      page.post(news);
      tabs.post({ kind: 'news', news });
    },
  };
}
