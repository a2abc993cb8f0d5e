import type { DemoDay } from '@rollcall/core/demo-data/demo-clock';
import type { Services } from '@rollcall/core/services';
import { zoneNameOn } from '@rollcall/core/settings/institution.rules';
import { presentClockDoubt } from '../clock/clock.presenter.ts';
import { actorOf } from '../http/access.ts';
import { createRouter } from '../http/router.ts';
import { presentInstitution, presentZoneOffsets } from './institution.routes.ts';
import * as contract from './settings.contract.ts';

const presentDemoDay = (day: DemoDay | null) =>
  day ? { demo_day: { date: day.date, days_back: day.daysBack } } : {};

export function settingsRoutes({
  settings,
  setup,
  demo,
  clockGuard,
  auth,
  mail,
  passkeysOn,
  publicUrl,
  providerSignIn,
  demoDay,
}: Services) {
  return createRouter()
    .openapi(contract.publicSettings, async (c) => {
      const institution = await settings.institution();
      const { date, now } = await settings.today();
      return c.json(
        {
          institution_name: institution.name,
          institution: presentInstitution(institution),
          time_zone: zoneNameOn(institution, date),
          zone_offsets: presentZoneOffsets(institution, now),
          demo_mode: demo.on,
          needs_setup: await setup.isNeeded(),
          sign_in: {
            admin_username: await auth.needsAdminUsername(),
            providers: (await providerSignIn.offered()).map(({ id, name }) => ({ id, name })),
            password_reset: mail.isConfigured,
            passkeys: passkeysOn && c.get('relyingParty') !== null,
          },
          ...(publicUrl === null ? {} : { public_url: publicUrl }),
          ...presentClockDoubt(clockGuard.status()),
          ...(demo.on ? { demo_credentials: demo.credentials, ...presentDemoDay(demoDay()) } : {}),
        },
        200,
      );
    })
    .openapi(contract.setup, async (c) => {
      const { code, institution_name, kind, time_zone, password } = c.req.valid('json');
      await setup.run(
        { code, name: institution_name, kind, timeZone: time_zone, password },
        c.get('address'),
      );
      return c.json({ message: 'Your institution is set up. Sign in with your new password.' }, 200);
    })
    .openapi(contract.getClassConfig, async (c) => {
      const { program, semester, section, subject } = await settings.classConfig();
      return c.json({ program, semester, section, subject }, 200);
    })
    .openapi(contract.saveClassConfig, async (c) => {
      await settings.saveClassConfig(actorOf(c), c.req.valid('json'));
      return c.json({ message: 'Class configuration saved successfully!' }, 200);
    })
    .openapi(contract.getTimeSettings, async (c) => {
      const saved = await settings.timeSettings();
      return c.json(
        {
          startTime: saved.startTime,
          gracePeriod: saved.graceMinutes,
          cutoffTime: saved.cutoffTime,
          autoAbsent: saved.autoAbsentMinutes,
        },
        200,
      );
    })
    .openapi(contract.saveTimeSettings, async (c) => {
      const { startTime, gracePeriod, cutoffTime, autoAbsent } = c.req.valid('json');
      await settings.saveTimeSettings(actorOf(c), {
        startTime,
        graceMinutes: gracePeriod,
        cutoffTime,
        autoAbsentMinutes: autoAbsent,
      });
      return c.json({ message: 'Time settings saved successfully!' }, 200);
    });
}
