import { AppError } from '@rollcall/core/kernel/errors';
import { systemDifference } from '@rollcall/core/kernel/zones/system-zone';
import { ZONE_DATA_VERSION, zoneOffsets } from '@rollcall/core/kernel/zones/zone-data';
import { offsetsBetween } from '@rollcall/core/kernel/zones/zone-history';
import type { Services } from '@rollcall/core/services';
import { zoneNameOn } from '@rollcall/core/settings/institution.rules';
import type { Institution } from '@rollcall/core/settings/settings.types';
import type { z } from 'zod';
import { actorOf } from '../http/access.ts';
import { namedPicture } from '../http/formats/picture-form.ts';
import { createRouter } from '../http/router.ts';
import * as contract from './institution.contract.ts';

export const presentInstitution = ({
  name,
  kind,
  colour,
  supportEmail,
  logoVersion,
}: Institution): z.infer<typeof contract.wireInstitution> => ({
  name,
  kind,
  colour,
  support_email: supportEmail,
  logo: logoVersion === null ? null : `/institution/logo?v=${logoVersion}`,
});

/** Instants that pages show lie in this range; before and after it the nearest offset holds. */
const YEARS_SHOWN = { back: 10, ahead: 2 };

export function presentZoneOffsets(institution: Institution, now: Date) {
  const inYears = (years: number) => new Date(Date.UTC(now.getUTCFullYear() + years, 0, 1));
  const from = inYears(-YEARS_SHOWN.back);
  const { changes, offsets } = offsetsBetween(institution, from, inYears(YEARS_SHOWN.ahead));
  return offsets.map((offset, index) => ({
    from: new Date(changes[index - 1] ?? from.getTime()).toISOString(),
    minutes: offset / 60_000,
  }));
}

export function institutionRoutes({ institution, settings }: Services) {
  return createRouter()
    .openapi(contract.getInstitution, async (c) => {
      const found = await settings.institution();
      const { date, now } = await settings.today();
      const differs = systemDifference(zoneOffsets(found.timeZone), now);
      const firsts = [null, ...found.earlierZones.map(({ before }) => before)];
      const names = [...found.earlierZones.map(({ timeZone }) => timeZone), found.timeZone];
      return c.json(
        {
          ...presentInstitution(found),
          time_zone: zoneNameOn(found, date),
          zones: names.map((time_zone, index) => ({ from_day: firsts[index] ?? null, time_zone })),
          first_day_for_zone: await institution.firstDayFor(found.timeZone),
          zone_data: {
            version: ZONE_DATA_VERSION,
            system_differs: differs && { from: differs.from.toISOString(), to: differs.to.toISOString() },
          },
        },
        200,
      );
    })
    .openapi(contract.saveInstitution, async (c) => {
      const { support_email: supportEmail, ...look } = c.req.valid('json');
      await institution.save(actorOf(c), { ...look, supportEmail });
      return c.json({ message: 'Institution saved.' }, 200);
    })
    .openapi(contract.saveTimeZone, async (c) => {
      const { time_zone, from_day } = c.req.valid('json');
      await institution.changeZone(actorOf(c), time_zone, from_day);
      return c.json({ message: `The time zone is ${time_zone} from ${from_day}.` }, 200);
    })
    .openapi(contract.saveLogo, async (c) => {
      const { image } = c.req.valid('json');
      await institution.saveLogo(actorOf(c), namedPicture(image, c.get('pictures')));
      return c.json({ message: 'Logo saved.' }, 200);
    })
    .openapi(contract.removeLogo, async (c) => {
      await institution.removeLogo(actorOf(c));
      return c.json({ message: 'Logo removed.' }, 200);
    })
    .openapi(contract.logo, async (c) => {
      const logo = await institution.logo();
      if (!logo) throw new AppError('not_found');
      // The path that pages use changes with the logo, so any cache may keep it.
      return c.body(Uint8Array.from(logo.bytes), 200, {
        'Content-Type': logo.mediaType,
        'Cache-Control': 'public, max-age=86400',
        'X-Content-Type-Options': 'nosniff',
      });
    });
}
