import type { Reply } from './serve-requests.ts';
import type { FromHost, Line, News, ToHost } from './wire.types.ts';

/** What the tabs say to each other. One of them holds the database and answers for all. */
export type Call =
  | { readonly kind: 'who-is-host' }
  | { readonly kind: 'host-is'; readonly host: string }
  | { readonly kind: 'to-host'; readonly host: string; readonly tab: string; readonly message: ToHost }
  | { readonly kind: 'to-tab'; readonly tab: string; readonly message: FromHost }
  | { readonly kind: 'news'; readonly news: News };

export interface Host {
  handle(message: ToHost, reply: Reply, tab: string): void;
}

interface Needs {
  readonly tab: string;
  readonly page: Line<FromHost, ToHost>;
  readonly tabs: Line<Call, Call>;
  /** Calls back when that tab is no more. */
  readonly onGone: (tab: string, then: () => void) => void;
}

/**
 * Carries each message of the page to whichever tab is the host: this one, another, or nobody yet. When the host's
 * tab closes, what was on its way there is lost, as with a server that restarts; what comes after waits for the next.
 */
export function createSwitchboard({ tab, page, tabs, onGone }: Needs) {
  let own: Host | null = null;
  let elsewhere: string | null = null;
  const waiting: ToHost[] = [];
  const onTheirWay = new Set<string>();

  const deliver = (message: FromHost, transfer?: readonly ArrayBuffer[]) => {
    if (message.kind === 'end' || message.kind === 'lost') onTheirWay.delete(message.id);
    page.post(message, transfer);
  };
  const send = (message: ToHost) => {
    if (own) return own.handle(message, deliver, tab);
    if (elsewhere === null) return void waiting.push(message);
    if (message.kind === 'request') onTheirWay.add(message.id);
    tabs.post({ kind: 'to-host', host: elsewhere, tab, message });
  };
  const sendWaiting = () => {
    for (const message of waiting.splice(0)) send(message);
  };
  const loseAll = () => {
    for (const id of onTheirWay)
      page.post({ kind: 'lost', id, reason: 'The tab that held the data was closed.' });
    onTheirWay.clear();
  };

  page.listen(send);
  tabs.listen((call) => {
    switch (call.kind) {
      case 'who-is-host':
        if (own) tabs.post({ kind: 'host-is', host: tab });
        return;
      case 'host-is':
        if (own || call.host === elsewhere) return;
        loseAll();
        elsewhere = call.host;
        onGone(call.host, () => {
          if (elsewhere !== call.host) return;
          elsewhere = null;
          loseAll();
        });
        return sendWaiting();
      case 'to-host': {
        if (call.host !== tab) return;
        const reply: Reply = (message) => tabs.post({ kind: 'to-tab', tab: call.tab, message });
        return own?.handle(call.message, reply, call.tab);
      }
      case 'to-tab':
        return call.tab === tab ? deliver(call.message) : undefined;
      case 'news':
        return page.post(call.news);
    }
  });
  tabs.post({ kind: 'who-is-host' });

  return {
    becomeHost(host: Host): void {
      own = host;
      elsewhere = null;
      loseAll();
      tabs.post({ kind: 'host-is', host: tab });
      sendWaiting();
    },
    /** To every page there is. */
    tellAll(news: News): void {
      page.post(news);
      tabs.post({ kind: 'news', news });
    },
  };
}

export type Switchboard = ReturnType<typeof createSwitchboard>;
