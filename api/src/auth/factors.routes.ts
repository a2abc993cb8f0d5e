import type { OwnFactors } from '@rollcall/core/auth/factors/factors.service';
import type { RelyingParty, ShownFactor } from '@rollcall/core/auth/factors/factors.types';
import type { Services } from '@rollcall/core/services';
import type { z } from 'zod';
import { actorOf } from '../http/access.ts';
import { createRouter } from '../http/router.ts';
import { callerOf, presentSignedIn } from './caller.ts';
import * as contract from './factors.contract.ts';

const shownFactor = ({
  code,
  recovery_code,
  passkey,
}: Omit<z.infer<typeof contract.secondBody>, 'ticket'>): ShownFactor => {
  if (passkey) return { method: 'passkey', response: passkey };
  if (recovery_code !== undefined) return { method: 'recovery_code', code: recovery_code };
  return { method: 'totp', code: code ?? '' };
};

const presentFactors = (
  { isObligatory, passkeys, totp, recoveryCodesLeft }: OwnFactors,
  party: RelyingParty | null,
) => ({
  obligatory: isObligatory,
  passkeys: passkeys.map(({ id, name, rpId, createdAt, lastUsedAt }) => ({
    id,
    name,
    usable: rpId === party?.id,
    created_at: createdAt.toISOString(),
    last_used_at: lastUsedAt?.toISOString() ?? null,
  })),
  totp: totp && { since: totp.since.toISOString(), usable: totp.isUsable },
  recovery_codes_left: recoveryCodesLeft,
});

/** Sign-ins with a second factor, and with a passkey alone. */
export function secondSignInRoutes({ secondSignIn }: Services) {
  return createRouter()
    .openapi(contract.secondOptions, async (c) => {
      const { ticket } = c.req.valid('json');
      return c.json({ options: { ...(await secondSignIn.options(ticket, c.get('relyingParty'))) } }, 200);
    })
    .openapi(contract.second, async (c) => {
      const { ticket, ...shown } = c.req.valid('json');
      const party = c.get('relyingParty');
      const signedIn = await secondSignIn.finish(ticket, shownFactor(shown), party, callerOf(c));
      return c.json(presentSignedIn(signedIn), 200);
    })
    .openapi(contract.passkeySignInOptions, async (c) => {
      const { ticket, options } = await secondSignIn.askAlone(c.get('relyingParty'), callerOf(c));
      return c.json({ ticket, options: { ...options } }, 200);
    })
    .openapi(contract.passkeySignIn, async (c) => {
      const { ticket, passkey } = c.req.valid('json');
      const signedIn = await secondSignIn.finishAlone(ticket, passkey, c.get('relyingParty'), callerOf(c));
      return c.json(presentSignedIn(signedIn), 200);
    });
}

/** The second factors of the caller. */
export function factorRoutes({ factors, passkeysOn }: Services) {
  return createRouter()
    .openapi(contract.factors, async (c) => {
      const party = c.get('relyingParty');
      const available = { passkeys: passkeysOn && party !== null };
      return c.json({ available, ...presentFactors(await factors.list(actorOf(c)), party) }, 200);
    })
    .openapi(contract.newPasskeyOptions, async (c) => {
      const options = await factors.newPasskeyOptions(actorOf(c), c.get('relyingParty'));
      return c.json({ options: { ...options } }, 200);
    })
    .openapi(contract.addPasskey, async (c) => {
      const { name, response } = c.req.valid('json');
      const id = await factors.addPasskey(actorOf(c), name, response, c.get('relyingParty'));
      return c.json({ message: 'Passkey added.', id }, 200);
    })
    .openapi(contract.removePasskey, async (c) => {
      await factors.removePasskey(actorOf(c), c.req.valid('param').id);
      return c.json({ message: 'Passkey removed.' }, 200);
    })
    .openapi(contract.beginTotp, async (c) => {
      const { secret, uri } = await factors.beginTotp(actorOf(c));
      return c.json({ secret, uri }, 200);
    })
    .openapi(contract.activateTotp, async (c) => {
      const codes = await factors.activateTotp(actorOf(c), c.req.valid('json').code);
      return c.json({ recovery_codes: [...codes] }, 200);
    })
    .openapi(contract.removeTotp, async (c) => {
      await factors.removeTotp(actorOf(c));
      return c.json({ message: 'App removed.' }, 200);
    })
    .openapi(contract.newRecoveryCodes, async (c) =>
      c.json({ recovery_codes: [...(await factors.newRecoveryCodes(actorOf(c)))] }, 200),
    );
}
