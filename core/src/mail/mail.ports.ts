import type { JobRepos } from '../jobs/jobs.ports.ts';
import type { Language } from '../kernel/language.ts';
import type { PeopleRepos } from '../people/people.ports.ts';
import type { MailKind, OutboxMail } from './mail.types.ts';

export interface MailMessage {
  readonly to: string;
  readonly subject: string;
  readonly text: string;
  readonly html: string;
}

/** Why a mail was not sent, in a sentence without secrets. `isFinal`: this mail will never be taken. */
export class MailRefused extends Error {
  constructor(
    message: string,
    readonly isFinal: boolean,
  ) {
    super(message);
    this.name = 'MailRefused';
  }
}

/** Port: hands mails to a mail server. */
export interface MailTransport {
  /** The sender, as the recipients see it. */
  readonly from: string;
  /** Fails with `MailRefused`. */
  send(message: MailMessage): Promise<void>;
}

export interface OutboxRepository {
  /** Additions wait for each other until the transaction ends, so that limits hold for parallel ones too. */
  lock(): Promise<void>;
  /** Answers the id. */
  add(
    mail: Omit<OutboxMail, 'id' | 'tries' | 'state' | 'kioskSilenceId'> &
      Partial<Pick<OutboxMail, 'kioskSilenceId'>>,
  ): Promise<number>;
  /** The mail if it still waits. */
  waiting(id: number): Promise<OutboxMail | null>;
  /** How many mails of a kind were asked for since then: for the person, to the address, from the network address. */
  countSince(
    about: Pick<OutboxMail, 'kind' | 'personId' | 'to' | 'askedFrom'>,
    since: Date,
  ): Promise<{ person: number; to: number; from: number }>;
  end(
    id: number,
    end: { state: 'sent' | 'dropped' | 'failed'; problem: string | null; at: Date },
  ): Promise<void>;
  /** Remembers a try that failed; the mail waits on. */
  keepWaiting(id: number, problem: string, at: Date): Promise<void>;
  status(): Promise<{ waiting: number; failed: number; lastProblem: string | null }>;
  /** Also those that wait a day longer than any is tried. */
  removeEndedBefore(at: Date): Promise<void>;
}

export interface OutboxRepos {
  readonly outbox: OutboxRepository;
}

/** What adding a mail needs of a transaction. */
export type MailRepos = OutboxRepos & JobRepos & PeopleRepos;

export interface NewMail {
  readonly kind: Exclude<MailKind, 'test'>;
  readonly personId: number;
  readonly language: Language;
  /** The network address of whoever asked for it; `server` where nobody did. */
  readonly askedFrom: string;
  /** Of a mail about kiosks. */
  readonly kioskSilenceId?: string;
}

/** The outbox, as other features use it. */
export interface Outbox {
  readonly isConfigured: boolean;
  /**
   * Adds a mail within the caller's transaction; call `wake` after it. False where none will be sent: mail is not
   * configured, the person has no address, or had too many mails lately. The link of the mail is made when it is sent.
   */
  add(tx: MailRepos, mail: NewMail): Promise<boolean>;
  /** Looks for mails to send now. */
  wake(): void;
}
