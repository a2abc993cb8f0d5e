import type { Services } from '@rollcall/core/services';
import type { Context } from 'hono';
import { actorOf } from '../http/access.ts';
import { downloadHeaders } from '../http/files.ts';
import { createRouter, type Env } from '../http/router.ts';
import * as contract from './privacy.contract.ts';
import {
  presentConsent,
  presentRetention,
  presentRetentionRun,
  presentSettings,
  settingsFrom,
} from './privacy.presenter.ts';

const selfOf = (c: Context<Env>) => {
  const { personId, code } = actorOf(c);
  return { id: personId, code };
};

const asDownload = downloadHeaders('my-data.json', 'application/json; charset=utf-8');

export function privacyRoutes({ consent, retention, myData, reach }: Services) {
  return createRouter()
    .openapi(contract.myData, async (c) =>
      c.body(await myData.exportData(actorOf(c), selfOf(c)), 200, asDownload),
    )
    .openapi(contract.dataOfUser, async (c) => {
      const person = await reach.require(actorOf(c), 'privacy.manage', c.req.valid('param').id);
      return c.body(await myData.exportData(actorOf(c), person), 200, asDownload);
    })
    .openapi(contract.myConsent, async (c) => {
      const { consentRequired, consentVersion, consentText } = await consent.settings();
      const given = await consent.inForce(actorOf(c).personId);
      return c.json(
        {
          required: consentRequired,
          version: consentVersion,
          text: consentText,
          consent: given && presentConsent(given),
        },
        200,
      );
    })
    .openapi(contract.giveMyConsent, async (c) => {
      const actor = actorOf(c);
      const readVersion = c.req.valid('json')?.version;
      await consent.give(actor, selfOf(c), { givenBy: actor.name, method: 'digital', readVersion });
      return c.json({ message: 'Your consent is recorded.' }, 200);
    })
    .openapi(contract.withdrawMyConsent, async (c) => {
      await consent.withdraw(actorOf(c), selfOf(c));
      return c.json({ message: 'Consent withdrawn and your face data deleted.' }, 200);
    })
    .openapi(contract.consentsOfUser, async (c) => {
      const { id } = await reach.require(actorOf(c), 'faces.manage', c.req.valid('param').id);
      const {
        consentRequired: required,
        consentVersion: version,
        consentText: text,
      } = await consent.settings();
      const consents = (await consent.history(id)).map(presentConsent);
      const last = await consent.lastAsked(id);
      const asked = last && { at: last.at.toISOString(), by: last.by };
      return c.json({ required, version, text, consents, asked }, 200);
    })
    .openapi(contract.giveConsent, async (c) => {
      const person = await reach.require(actorOf(c), 'faces.manage', c.req.valid('param').id);
      const { given_by, method = 'paper', agreed_on, version } = c.req.valid('json');
      await consent.give(actorOf(c), person, {
        givenBy: given_by,
        method,
        agreedOn: agreed_on,
        readVersion: version,
      });
      return c.json({ message: 'Consent recorded.' }, 200);
    })
    .openapi(contract.withdrawConsent, async (c) => {
      const person = await reach.require(actorOf(c), 'faces.manage', c.req.valid('param').id);
      await consent.withdraw(actorOf(c), person);
      return c.json({ message: 'Consent withdrawn and face data deleted.' }, 200);
    })
    .openapi(contract.getPrivacySettings, async (c) => c.json(presentSettings(await consent.settings()), 200))
    .openapi(contract.savePrivacySettings, async (c) => {
      await consent.saveSettings(actorOf(c), settingsFrom(c.req.valid('json')));
      return c.json({ message: 'Privacy settings saved successfully!' }, 200);
    })
    .openapi(contract.previewRetention, async (c) =>
      c.json(presentRetention(await retention.preview(settingsFrom(c.req.valid('json')))), 200),
    )
    .openapi(contract.retentionRuns, async (c) =>
      c.json({ runs: (await retention.recent()).map(presentRetentionRun) }, 200),
    )
    .openapi(contract.undoRetention, async (c) =>
      c.json(presentRetentionRun(await retention.undo(actorOf(c), c.req.valid('param').operation)), 200),
    );
}
