import { AppError } from '@rollcall/core/kernel/errors';
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

export function institutionRoutes({ institution, settings }: Services) {
  return createRouter()
    .openapi(contract.getInstitution, async (c) => {
      const found = await settings.institution();
      const { date } = await settings.today();
      const firsts = [null, ...found.earlierZones.map(({ before }) => before)];
      const names = [...found.earlierZones.map(({ timeZone }) => timeZone), found.timeZone];
      return c.json(
        {
          ...presentInstitution(found),
          time_zone: zoneNameOn(found, date),
          zones: names.map((time_zone, index) => ({ from_day: firsts[index] ?? null, time_zone })),
          first_day_for_zone: await institution.firstDayFor(found.timeZone),
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
