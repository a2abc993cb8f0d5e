import type { Clock } from '../../kernel/clock.ts';
import { AppError } from '../../kernel/errors.ts';
import type { FactorRepos, PasskeyLibrary } from './factors.ports.ts';
import { CHALLENGE_MS } from './factors.rules.ts';
import type { Passkey, PasskeyOptions, PasskeyResponse, RelyingParty } from './factors.types.ts';

interface Needs {
  readonly clock: Clock;
  readonly repos: FactorRepos;
  readonly passkeys: PasskeyLibrary | null;
}

/** Who asks: the session or the ticket to which the answer must come back, and what for. */
export type DialogOwner = string;

/** A passkey alone is two factors, so the device must have checked who uses it. */
interface Asking {
  readonly owner: DialogOwner;
  readonly party: RelyingParty | null;
  readonly verifyPerson: boolean;
}

/** A passkey that signed what it was asked to sign, and the counter to note with its use. */
export interface ShownPasskey {
  readonly passkey: Passkey;
  readonly counter: number;
}

/** A passkey that a challenge of ours was answered with; the counter is null where the signature does not count. */
interface AnsweringPasskey {
  readonly passkey: Passkey;
  readonly counter: number | null;
}

/** Asks browsers for a passkey and checks their answers. Each challenge is answered once, within five minutes. */
export function createPasskeyDialogs({ clock, repos, passkeys }: Needs) {
  const needed = (party: RelyingParty | null) => {
    if (!passkeys || !party) throw new AppError('passkeys_unavailable');
    return { library: passkeys, party };
  };
  const keep = async (owner: DialogOwner, challenge: string): Promise<void> => {
    const at = clock.now();
    const expiresAt = new Date(at.getTime() + CHALLENGE_MS);
    await repos.tickets.saveChallenge(owner, challenge, { at, expiresAt });
  };

  /** Null for an answer to no challenge of ours, or without a passkey of this server and this person. */
  const answer = async (
    { owner, party: given, verifyPerson }: Asking,
    response: PasskeyResponse,
    personId: number | null,
  ): Promise<AnsweringPasskey | null> => {
    const { library, party } = needed(given);
    // Taken first: whatever comes of the answer, the challenge is not signed again.
    const challenge = await repos.tickets.takeChallenge(owner, clock.now());
    if (challenge === null) return null;
    const passkey = await repos.factors.passkeyByCredential(response.id);
    if (!passkey || passkey.rpId !== party.id) return null;
    if (personId !== null && passkey.personId !== personId) return null;
    const verified = await library.verify({ party, challenge, passkey, response, verifyPerson });
    return { passkey, counter: verified?.counter ?? null };
  };

  return {
    needed,
    keep,
    answer,
    take: (owner: DialogOwner) => repos.tickets.takeChallenge(owner, clock.now()),

    /** `personId` null: whoever has a passkey for this server. */
    async ask(
      { owner, party: given, verifyPerson }: Asking,
      personId: number | null,
    ): Promise<PasskeyOptions> {
      const { library, party } = needed(given);
      const own = personId === null ? null : await repos.factors.passkeysOf(personId);
      const allowed = own?.filter(({ rpId }) => rpId === party.id) ?? null;
      const { options, challenge } = await library.ask({ party, allowed, verifyPerson });
      await keep(owner, challenge);
      return options;
    },

    /** Null for an answer that does not count: of another person, another server, an old or used challenge. */
    async check(asking: Asking, response: PasskeyResponse, personId: number): Promise<ShownPasskey | null> {
      const answered = await answer(asking, response, personId);
      if (!answered || answered.counter === null) return null;
      return { passkey: answered.passkey, counter: answered.counter };
    },
  };
}

export type PasskeyDialogs = ReturnType<typeof createPasskeyDialogs>;
