import { AppError } from '@rollcall/core/errors';
import { createRouter } from '../http/router.ts';
import * as contract from './faces.contract.ts';

/** Without a face engine nothing about a face can be said, and nothing is pretended. */
const unavailable = (): never => {
  throw new AppError('face_engine_unavailable');
};

export function faceRoutes() {
  return createRouter()
    .openapi(contract.scanFace, unavailable)
    .openapi(contract.captureFace, unavailable)
    .openapi(contract.checkFaceDetection, unavailable)
    .openapi(contract.testCamera, unavailable)
    .openapi(contract.startFaceScan, unavailable)
    .openapi(contract.markWithImage, unavailable);
}
