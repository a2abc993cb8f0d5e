import type { KioskAnswer } from '@rollcall/core/attendance/kiosk/kiosk.types';
import { toBase64Url } from '@rollcall/core/attendance/kiosk/kiosk-signature.rules';
import type { Zone } from '@rollcall/core/kernel/zones/zone';
import type { Services } from '@rollcall/core/services';
import type { z } from 'zod';
import { kioskOf, picturesOf } from '../../http/access.ts';
import { createRouter } from '../../http/router.ts';
import * as contract from './kiosk.contract.ts';

type WireAnswer = z.infer<typeof contract.wireKioskAnswer>;

export function presentAnswer(answer: KioskAnswer, zone: Zone): WireAnswer {
  const nothing = { mark: null, asked: null, movement: null, reason: null };
  switch (answer.outcome) {
    case 'marked': {
      const { answerId, name, at, direction, isRepeat, arrival } = answer;
      return {
        ...nothing,
        outcome: 'marked',
        mark: {
          answer_id: answerId,
          name,
          time: zone.timeOf(at),
          direction,
          is_repeat: isRepeat,
          status: arrival && !arrival.isDayOff ? arrival.status : null,
        },
      };
    }
    case 'pin_asked':
      return { ...nothing, outcome: 'pin_asked', asked: { try_id: answer.tryId, digits: answer.asks } };
    case 'movement_asked': {
      const { outcome, movementId, step, number, of } = answer;
      return { ...nothing, outcome, movement: { movement_id: movementId, step, number, of } };
    }
    case 'poor_quality':
      return { ...nothing, outcome: 'poor_quality', reason: answer.reason };
    default:
      return { ...nothing, outcome: answer.outcome };
  }
}

/** What kiosks call; how an administrator manages them is in `kiosk-admin.routes.ts`. */
export function kioskRoutes(services: Services) {
  const { kioskAccess, kioskAnswers, sealingKeys, exitPin, faceStatus, settings, clock } = services;
  const present = async (answer: KioskAnswer): Promise<WireAnswer> =>
    presentAnswer(answer, (await settings.today()).zone);

  return createRouter()
    .openapi(contract.askPairing, async (c) => {
      const address = c.get('address');
      await c.get('limits').countPairing(address);
      const { code, leftMs } = await kioskAccess.ask({
        publicKey: c.req.valid('json').public_key,
        userAgent: c.req.header('User-Agent') ?? '',
        address,
      });
      return c.json({ code, left_ms: leftMs }, 200);
    })
    .openapi(contract.pairingState, async (c) => {
      const found = await kioskAccess.stateOf(c.req.valid('param').code);
      return 'kioskId' in found
        ? c.json({ state: 'paired' as const, kiosk_id: found.kioskId }, 200)
        : c.json({ state: found.state, kiosk_id: null }, 200);
    })
    .openapi(contract.ownKiosk, async (c) => {
      const { name, place, direction, means, language, sound, keepsPresent } = kioskOf(c).kiosk;
      const institution = await settings.institution();
      const sealing = await sealingKeys.current();
      const exit = await exitPin.verifier();
      return c.json(
        {
          name,
          place,
          institution: institution.name,
          direction,
          means: [...means],
          language,
          sound,
          exit: exit && {
            salt: toBase64Url(exit.salt),
            rounds: exit.rounds,
            hash: toBase64Url(exit.hash),
          },
          keeps_present: keepsPresent && exit !== null,
          server_time: clock.now().getTime(),
          asks_digits: await kioskAnswers.asksEverybody(kioskOf(c)),
          sealing: sealing && { key_id: sealing.id, public_key: toBase64Url(sealing.publicKey) },
        },
        200,
      );
    })
    .openapi(contract.identify, async (c) => {
      const pictures = c.req.valid('json').images.map(picturesOf(c, faceStatus));
      return c.json(await present(await kioskAnswers.identify(kioskOf(c), pictures)), 200);
    })
    .openapi(contract.showMovement, async (c) => {
      const { movement_id, images } = c.req.valid('json');
      const pictures = images.map(picturesOf(c, faceStatus));
      return c.json(await present(await kioskAnswers.move(kioskOf(c), movement_id, pictures)), 200);
    })
    .openapi(contract.completeTry, async (c) => {
      const { try_id, digits } = c.req.valid('json');
      return c.json(await present(await kioskAnswers.completeTry(kioskOf(c), try_id, digits)), 200);
    })
    .openapi(contract.markByPin, async (c) => {
      const { user_id, pin } = c.req.valid('json');
      return c.json(await present(await kioskAnswers.markByPin(kioskOf(c), user_id, pin)), 200);
    })
    .openapi(contract.notMe, async (c) => {
      await kioskAnswers.notMe(kioskOf(c), c.req.valid('json').answer_id);
      return c.json({ message: 'Undone. Please try again.' }, 200);
    });
}
