import type { CallRule, CountedCalls } from '@rollcall/api/http/call-counter';

/** Why a process has to stop: the server stops, or another process has taken its place. */
export type StopReason = 'SIGTERM' | 'SIGINT' | 'replaced';

/** What a process is told when it begins. */
export interface Welcome {
  readonly number: number;
  readonly setupCode: string;
  /** Whether others serve already, so that this one can wait until it is ready before it takes requests. */
  readonly hasOthers: boolean;
}

export interface CountRequest {
  readonly counter: string;
  readonly rule: CallRule;
  readonly key: string;
}

/** What the parent answers to its processes. */
export type ParentAnswers = {
  welcome(value: null): Promise<Welcome>;
  /** The process takes requests from now on. `message` is the start message for the console. */
  listening(value: { readonly message: string }): Promise<null>;
  addCall(value: CountRequest): Promise<CountedCalls>;
  getCalls(value: CountRequest): Promise<CountedCalls | null>;
  /** The figures of all processes. */
  metrics(value: null): Promise<string>;
};

/** What a process answers to the parent. */
export type WorkerAnswers = {
  ping(value: null): Promise<null>;
  /** The figures of this process. */
  metrics(value: null): Promise<string>;
  /** Begins to stop; the process ends when it is done. */
  stop(value: { readonly reason: StopReason }): Promise<null>;
};
