import type { Recognition } from '@rollcall/core/faces/recognition.service';
import type { Actor } from '@rollcall/core/kernel/access';
import type { Services } from '@rollcall/core/services';
import { actorOf, picturesOf } from '../http/access.ts';
import { createRouter } from '../http/router.ts';
import * as contract from './faces.contract.ts';
import {
  presentCamera,
  presentDetection,
  presentEnrolment,
  presentFaceStatus,
  presentReadiness,
  presentRecognition,
  presentScan,
} from './faces.presenter.ts';

const REFUSED: ReadonlySet<string> = new Set(['not_live', 'not_you', 'ambiguous', 'challenge_failed']);
/** Somebody who tries; a dark or blurred picture, or one from the side, is not a try. */
const isRefused = (result: Recognition): boolean =>
  REFUSED.has(result.outcome) && !('problem' in result && result.problem === 'not_frontal');

export function faceRoutes({ enrolment, faceStatus, installation, reach, recognition, settings }: Services) {
  const find = (actor: Actor, code: string) => reach.require(actor, 'faces.manage', code);
  const lookAlike = async (actor: Actor, code: string | undefined) =>
    code === undefined ? null : find(actor, code);

  return createRouter()
    .openapi(contract.scanFace, async (c) => {
      const { image, user_id, look_alike_of } = c.req.valid('json');
      const result = await enrolment.enrol(actorOf(c), {
        person: await find(actorOf(c), user_id),
        photos: [picturesOf(c, faceStatus)(image)],
        replace: false,
        lookAlikeOf: await lookAlike(actorOf(c), look_alike_of),
      });
      return c.json(presentEnrolment(result, 1), 200);
    })
    .openapi(contract.captureFace, async (c) => {
      const { images, user_id, look_alike_of } = c.req.valid('json');
      const result = await enrolment.enrol(actorOf(c), {
        person: await find(actorOf(c), user_id),
        photos: images.map(picturesOf(c, faceStatus)),
        replace: true,
        lookAlikeOf: await lookAlike(actorOf(c), look_alike_of),
      });
      return c.json(presentEnrolment(result, images.length), 200);
    })
    .openapi(contract.forgetFace, async (c) => {
      await enrolment.remove(actorOf(c), await find(actorOf(c), c.req.valid('param').id));
      return c.json({ message: 'Face data deleted.' }, 200);
    })
    .openapi(contract.checkFaceDetection, async (c) => {
      const { analysis, verdict } = await faceStatus.checkPhoto(
        picturesOf(c, faceStatus)(c.req.valid('json').image),
      );
      return c.json(presentDetection(analysis, verdict), 200);
    })
    .openapi(contract.testCamera, async (c) => {
      return c.json(
        presentCamera(
          await faceStatus.analyseCameraImage(picturesOf(c, faceStatus)(c.req.valid('json').image)),
        ),
        200,
      );
    })
    .openapi(contract.faceStatus, async (c) =>
      c.json(presentFaceStatus(await faceStatus.status(actorOf(c))), 200),
    )
    .openapi(contract.getFaceSettings, async (c) => c.json(await faceStatus.settings(), 200))
    .openapi(contract.saveFaceSettings, async (c) => {
      await faceStatus.save(actorOf(c), c.req.valid('json'));
      return c.json({ message: 'Face settings saved successfully!' }, 200);
    })
    .openapi(contract.markReadiness, async (c) => {
      const readiness = await recognition.readiness(actorOf(c));
      const { zone } = await settings.today();
      const renewal = await installation.renewalOf(actorOf(c).personId);
      return c.json(presentReadiness(readiness, await enrolment.mayEnrolOwn(), zone, renewal), 200);
    })
    .openapi(contract.registerOwnFace, async (c) => {
      const { images } = c.req.valid('json');
      const result = await enrolment.enrolOwn(actorOf(c), images.map(picturesOf(c, faceStatus)));
      return c.json(presentEnrolment(result, images.length), 200);
    })
    .openapi(contract.startFaceScan, async (c) => {
      const { code } = c.req.valid('json') ?? {};
      const actor = actorOf(c);
      await c.get('limits').refusedFaces.assertFew(actor);
      return c.json(presentScan(await recognition.start(actor, code ?? null)), 200);
    })
    .openapi(contract.markWithImage, async (c) => {
      const { image, scan_id, frames } = c.req.valid('json');
      const actor = actorOf(c);
      const { refusedFaces } = c.get('limits');
      await refusedFaces.assertFew(actor);
      const pictures = (frames ?? [image ?? '']).map(picturesOf(c, faceStatus));
      const result = await recognition.mark(actor, scan_id, pictures);
      if (isRefused(result)) await refusedFaces.count(actor);
      return c.json(presentRecognition(result, (await settings.today()).zone), 200);
    });
}
