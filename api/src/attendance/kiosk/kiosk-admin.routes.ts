import type { ListedAnswer } from '@rollcall/core/attendance/kiosk/kiosk.ports';
import type { KioskListing, KioskSettings } from '@rollcall/core/attendance/kiosk/kiosk.types';
import type { Services } from '@rollcall/core/services';
import type { z } from 'zod';
import { deviceName } from '../../auth/caller.ts';
import { actorOf } from '../../http/access.ts';
import { createRouter } from '../../http/router.ts';
import * as contract from './kiosk-admin.contract.ts';

const presentKiosk = (kiosk: KioskListing): z.infer<typeof contract.wireKiosk> => {
  const { scope, paired, answers } = kiosk;
  return {
    id: kiosk.id,
    name: kiosk.name,
    place: kiosk.place,
    scope: {
      of: scope.of,
      kinds: scope.of === 'kinds' ? [...scope.kinds] : [],
      sections: scope.of === 'sections' ? [...scope.sections] : [],
      class_id: scope.of === 'class' ? scope.classId : null,
    },
    class_name: kiosk.className,
    direction: kiosk.direction,
    means: [...kiosk.means],
    language: kiosk.language,
    sound: kiosk.sound,
    liveness: kiosk.liveness,
    strangers_in: kiosk.strangersIn,
    keeps_present: kiosk.keepsPresent,
    paired: paired && {
      device: deviceName(paired.device),
      paired_at: paired.pairedAt.toISOString(),
      last_seen_at: paired.lastSeenAt?.toISOString() ?? null,
    },
    marks: answers.marks,
    wrong_names: answers.wrongNames,
    refused: answers.refused,
    by_means: { ...answers.byMeans },
  };
};

const presentAnswer = ({ id, at, outcome, means, person, takenBackAt, reasons }: ListedAnswer) => ({
  id,
  at: at.toISOString(),
  outcome,
  means,
  person: person && { id: person.code, name: person.name },
  taken_back_at: takenBackAt?.toISOString() ?? null,
  decision: reasons && {
    candidates: reasons.candidates,
    measure: reasons.measure,
    needed: reasons.needed,
    reached: reasons.reached,
    score: reasons.score,
    margin: reasons.margin,
  },
});

function settingsFrom({
  scope,
  strangers_in,
  keeps_present,
  ...rest
}: z.infer<typeof contract.kioskBody>): KioskSettings {
  return {
    ...rest,
    strangersIn: strangers_in,
    keepsPresent: keeps_present,
    scope: scope.of === 'class' ? { of: 'class', classId: scope.class_id } : scope,
  };
}

export function kioskAdminRoutes({ kiosks }: Services) {
  return createRouter()
    .openapi(contract.listKiosks, async (c) =>
      c.json({ kiosks: (await kiosks.list()).map(presentKiosk) }, 200),
    )
    .openapi(contract.addKiosk, async (c) => {
      const { id } = await kiosks.add(actorOf(c), settingsFrom(c.req.valid('json')));
      return c.json({ message: 'Kiosk added.', kiosk_id: id }, 200);
    })
    .openapi(contract.changeKiosk, async (c) => {
      await kiosks.change(actorOf(c), c.req.valid('param').id, settingsFrom(c.req.valid('json')));
      return c.json({ message: 'Kiosk saved.' }, 200);
    })
    .openapi(contract.removeKiosk, async (c) => {
      await kiosks.remove(actorOf(c), c.req.valid('param').id);
      return c.json({ message: 'Kiosk removed.' }, 200);
    })
    .openapi(contract.pairKiosk, async (c) => {
      await kiosks.pair(actorOf(c), c.req.valid('param').id, c.req.valid('json').code);
      return c.json({ message: 'Device paired.' }, 200);
    })
    .openapi(contract.revokeKiosk, async (c) => {
      await kiosks.revoke(actorOf(c), c.req.valid('param').id);
      return c.json({ message: 'The device is no longer a kiosk.' }, 200);
    })
    .openapi(contract.kioskAnswers, async (c) => {
      const answers = await kiosks.answers(c.req.valid('param').id);
      return c.json({ answers: answers.map(presentAnswer) }, 200);
    });
}
