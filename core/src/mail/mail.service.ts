import type { KioskCareRepos } from '../attendance/kiosk/care/care.ports.ts';
import type { AuditRepos } from '../audit/audit.ports.ts';
import { auditEntry } from '../audit/audit.rules.ts';
import type { LinkRepos } from '../auth/links/links.ports.ts';
import { linkExpiry, linkTo } from '../auth/links/links.rules.ts';
import type { JobRepos, Jobs } from '../jobs/jobs.ports.ts';
import type { JobContext } from '../jobs/jobs.types.ts';
import type { Actor } from '../kernel/access.ts';
import type { Clock } from '../kernel/clock.ts';
import { AppError } from '../kernel/errors.ts';
import type { Language } from '../kernel/language.ts';
import { hashToken, newToken, type RandomSource } from '../kernel/random.ts';
import type { Transact } from '../kernel/transact.ts';
import type { PeopleRepos } from '../people/people.ports.ts';
import type { PersonListing } from '../people/people.types.ts';
import type { SettingsReader } from '../settings/settings.ports.ts';
import { kiosksInMail } from './kiosk-mail.texts.ts';
import {
  MailRefused,
  type MailRepos,
  type MailTransport,
  type Outbox,
  type OutboxRepos,
} from './mail.ports.ts';
import { isGivenUp, isWithinLimits, MAIL_WINDOW_MS } from './mail.rules.ts';
import { writeMail } from './mail.texts.ts';
import type { OutboxMail } from './mail.types.ts';

type Repos = AuditRepos & JobRepos & KioskCareRepos & LinkRepos & OutboxRepos & PeopleRepos;

interface Needs {
  readonly clock: Clock;
  readonly random: RandomSource;
  readonly repos: Repos;
  readonly transact: Transact<Repos>;
  readonly jobs: Jobs;
  readonly settings: SettingsReader;
  readonly mail: MailTransport | null;
  readonly publicUrl: string | null;
}

const KIND = 'mail';

/** Where kiosks are managed; null where the address of the server is not known. */
const kiosksPage = (publicUrl: string | null): string | null => publicUrl && `${publicUrl}/settings/kiosks`;

/**
 * The outbox: mails are added in the transaction of their cause and sent by a job, which tries again for a day. A mail can
 * arrive twice, when its server ends between sending and noting it. docs/decisions/0042.
 */
export function createMailService(needs: Needs) {
  const { clock, random, repos, transact, jobs, settings, mail: transport, publicUrl } = needs;

  const ask = async (tx: Repos, mail: Parameters<Repos['outbox']['add']>[0]): Promise<void> => {
    const id = await tx.outbox.add(mail);
    await jobs.add(KIND, String(id), { id }, tx);
  };

  const askedLately = (tx: OutboxRepos, about: Pick<OutboxMail, 'kind' | 'personId' | 'to' | 'askedFrom'>) =>
    tx.outbox.countSince(about, new Date(clock.now().getTime() - MAIL_WINDOW_MS));

  const isAllowed = async (
    tx: OutboxRepos,
    about: Pick<OutboxMail, 'kind' | 'personId' | 'to' | 'askedFrom'>,
  ): Promise<boolean> => isWithinLimits(about.kind, await askedLately(tx, about));

  const outbox: Outbox = {
    isConfigured: transport !== null,

    async add(tx: MailRepos, { kind, personId, language, askedFrom, kioskSilenceId = null }) {
      if (transport === null || !(await tx.people.byId(personId))?.email) return false;
      await tx.outbox.lock();
      const about = { kind, personId, to: null, askedFrom };
      if (!(await isAllowed(tx, about))) return false;
      const id = await tx.outbox.add({ ...about, language, kioskSilenceId, askedAt: clock.now() });
      await jobs.add(KIND, String(id), { id }, tx);
      return true;
    },

    wake: () => jobs.wake(),
  };

  /** Makes the link of the mail; from now on it is the one that works. */
  const makeLink = async (
    mail: OutboxMail,
    kind: 'reset' | 'invitation',
    person: PersonListing,
    { assertHeld }: JobContext,
  ): Promise<string> => {
    const token = newToken(random);
    const link = {
      personId: person.id,
      purpose: kind,
      expiresAt: linkExpiry(kind, clock.now()),
      tokenHash: await hashToken(token),
      isMailed: true,
    };
    await transact(async (tx) => {
      await assertHeld(tx);
      if (!(await tx.outbox.waiting(mail.id))) throw new AppError('conflict');
      await tx.links.put(link);
    });
    return linkTo(publicUrl, token);
  };

  const send = async (to: string, text: Omit<Parameters<MailTransport['send']>[0], 'to'>): Promise<void> => {
    if (transport === null) throw new AppError('not_available');
    await transport.send({ to, ...text });
  };

  /** Read when the mail is sent: what is told then is true then. */
  const kiosksOf = async ({ kioskSilenceId, language }: OutboxMail, kind: 'kiosk_silent' | 'kiosk_back') => {
    if (kioskSilenceId === null) return [];
    const { zone, now } = await settings.today();
    const of = kind === 'kiosk_silent' ? 'begin' : 'end';
    const { silences } = await repos.kioskCare.told(kioskSilenceId, of);
    return kiosksInMail(silences, language, zone, now);
  };

  const deliver = async (mail: OutboxMail, context: JobContext): Promise<void> => {
    const { kind } = mail;
    const at = () => clock.now();
    const person = mail.personId === null ? null : await repos.people.byId(mail.personId);
    if (!person?.email || kind === 'test')
      return repos.outbox.end(mail.id, { state: 'dropped', problem: null, at: at() });
    const { name: institution } = await settings.institution();
    const isAboutKiosks = kind === 'kiosk_silent' || kind === 'kiosk_back';
    const link = isAboutKiosks ? kiosksPage(publicUrl) : await makeLink(mail, kind, person, context);
    const kiosks = isAboutKiosks ? await kiosksOf(mail, kind) : [];
    try {
      const { name, username, email } = person;
      await send(email, writeMail(kind, mail.language, { institution, name, username, link, kiosks }));
    } catch (error) {
      if (!(error instanceof MailRefused)) throw error;
      const problem = error.message;
      if (error.isFinal || isGivenUp(mail.tries + 1))
        return repos.outbox.end(mail.id, { state: 'failed', problem, at: at() });
      await repos.outbox.keepWaiting(mail.id, problem, at());
      throw new AppError('mail_refused', { message: problem, cause: error });
    }
    await transact(async (tx) => {
      await tx.outbox.end(mail.id, { state: 'sent', problem: null, at: at() });
      if (isAboutKiosks) return;
      await tx.audit.insert({
        at: at(),
        actorId: null,
        actorName: 'Server',
        action: 'link_mailed',
        subject: person.code,
        address: mail.askedFrom,
        detail: { purpose: kind },
      });
    });
  };

  // Where no mail is configured the kind is unknown, so that another server takes the job.
  if (transport !== null)
    jobs.define<{ readonly id: number }>({
      kind: KIND,
      name: 'Sending a mail',
      isRetried: true,
      async run({ id }, context) {
        const mail = await repos.outbox.waiting(id);
        if (mail) await deliver(mail, context);
      },
    });

  return {
    ...outbox,

    /**
     * Adds a mail with a new password for whoever has the account. The work and the answer are the same where nobody
     * has it, where it has no address and where it had too many mails: the row then is nobody's, and is dropped later.
     */
    addReset: (person: PersonListing | null, language: Language, askedFrom: string): Promise<void> =>
      transact(async (tx) => {
        await tx.outbox.lock();
        const about = { kind: 'reset', personId: person?.id ?? null, to: null, askedFrom } as const;
        const asked = await askedLately(tx, about);
        if (!isWithinLimits('reset', { ...asked, person: 0 })) return; // says something about the network only
        const personId = isWithinLimits('reset', asked) ? about.personId : null;
        await ask(tx, { ...about, personId, language, askedAt: clock.now() });
      }),

    async status() {
      return {
        configured: transport !== null,
        from: transport?.from ?? null,
        ...(await repos.outbox.status()),
      };
    },

    /** Sends a mail now and once; fails with what the mail server said. */
    async test(actor: Actor, to: string, language: Language): Promise<void> {
      if (transport === null) throw new AppError('not_available');
      const about = { kind: 'test', personId: actor.personId, to, askedFrom: actor.address } as const;
      const id = await transact(async (tx) => {
        await tx.outbox.lock();
        if (!(await isAllowed(tx, about)))
          throw new AppError('too_many_requests', { retryAfterSeconds: MAIL_WINDOW_MS / 1000 });
        await tx.audit.insert(auditEntry(actor, clock.now(), 'mail_tested', to));
        return tx.outbox.add({ ...about, language, askedAt: clock.now() });
      });
      const { name: institution } = await settings.institution();
      try {
        await send(to, writeMail('test', language, { institution, name: '', username: null, link: null }));
        await repos.outbox.end(id, { state: 'sent', problem: null, at: clock.now() });
      } catch (error) {
        if (!(error instanceof MailRefused)) throw error;
        await repos.outbox.end(id, { state: 'failed', problem: error.message, at: clock.now() });
        throw new AppError('mail_refused', { message: error.message, cause: error });
      }
    },
  };
}
