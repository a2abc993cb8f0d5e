/** One end of a connection between two processes. */
export interface ChannelPort {
  /** Throws or calls back with an error when the other process is gone. */
  send(message: object, sent: (error: Error | null) => void): void;
  onMessage(listener: (message: unknown) => void): void;
  onClose(listener: () => void): void;
}

/** What one end answers, by name. */
export type Answers = Readonly<Record<string, (value: never) => Promise<unknown>>>;

type Message =
  | { readonly kind: 'ask'; readonly id: number; readonly name: string; readonly value: unknown }
  | { readonly kind: 'answer'; readonly id: number; readonly value: unknown }
  | { readonly kind: 'failure'; readonly id: number; readonly value: string };

const KINDS: readonly unknown[] = ['ask', 'answer', 'failure'];

const isMessage = (message: unknown): message is Message =>
  typeof message === 'object' && message !== null && 'kind' in message && KINDS.includes(message.kind);

/** The other process ended, or did not answer in time. */
export class NoAnswerError extends Error {
  override readonly name = 'NoAnswerError';
}

interface Waiting {
  readonly resolve: (value: unknown) => void;
  readonly reject: (error: Error) => void;
}

export interface Channel<Others extends Answers> {
  /** Asks the other end. Fails when that is gone, or after `limitMs`; 0 waits as long as it lives. */
  ask<Name extends keyof Others & string>(
    name: Name,
    value: Parameters<Others[Name]>[0],
    limitMs?: number,
  ): Promise<Awaited<ReturnType<Others[Name]>>>;
}

/** Questions and answers in both directions, between the parent and one of its processes. */
export function openChannel<Others extends Answers>(port: ChannelPort, own: Answers): Channel<Others> {
  const waiting = new Map<number, Waiting>();
  let last = 0;
  let isClosed = false;

  const send = (message: Message, onError: (error: Error) => void) => {
    try {
      port.send(message, (error) => {
        if (error) onError(error);
      });
    } catch (error) {
      onError(error instanceof Error ? error : new Error(String(error)));
    }
  };

  const answer = async ({ id, name, value }: Extract<Message, { kind: 'ask' }>) => {
    // An answer that nobody receives is no problem of this end.
    const reply = (message: Message) => send(message, () => {});
    try {
      const handler = own[name];
      if (!handler) throw new Error(`Nobody answers ${name}.`);
      // The types of both ends are one declaration (messages.ts).
      reply({ kind: 'answer', id, value: (await handler(value as never)) ?? null });
    } catch (error) {
      reply({ kind: 'failure', id, value: error instanceof Error ? error.message : String(error) });
    }
  };

  port.onMessage((message) => {
    if (!isMessage(message)) return;
    if (message.kind === 'ask') {
      void answer(message);
      return;
    }
    const asked = waiting.get(message.id);
    if (message.kind === 'answer') asked?.resolve(message.value);
    else asked?.reject(new Error(message.value));
  });
  port.onClose(() => {
    isClosed = true;
    for (const { reject } of waiting.values()) reject(new NoAnswerError('The other process ended.'));
  });

  return {
    ask: (name, value, limitMs = 0) => {
      last += 1;
      const id = last;
      let timer: NodeJS.Timeout | undefined;
      const answered = new Promise<unknown>((resolve, reject) => {
        waiting.set(id, { resolve, reject });
        if (isClosed) reject(new NoAnswerError('The other process ended.'));
        else send({ kind: 'ask', id, name, value }, reject);
        if (limitMs > 0)
          timer = setTimeout(() => reject(new NoAnswerError(`No answer to ${name} in time.`)), limitMs);
      });
      return answered.finally(() => {
        clearTimeout(timer);
        waiting.delete(id);
      }) as Promise<never>; // what the other end declares
    },
  };
}
