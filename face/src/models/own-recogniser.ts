import { join } from 'node:path';
import { parseRecogniserManifest, type RecogniserManifest, SFACE_MANIFEST } from '../recogniser.manifest.ts';
import { readIfPresent, sha256 } from './file-hash.ts';
import { refuseWrongHash } from './make-part.ts';
import { ModelError } from './model-error.ts';

export const OWN_RECOGNISER_FILE = 'recogniser.json';

/** An institution with a licence for another model describes it in recogniser.json beside the ONNX file. */
export async function readOwnRecogniser(
  folder: string,
): Promise<{ path: string; manifest: RecogniserManifest } | null> {
  const text = await readIfPresent(join(folder, OWN_RECOGNISER_FILE));
  if (text === null) return null;
  let manifest: RecogniserManifest;
  try {
    manifest = parseRecogniserManifest(JSON.parse(new TextDecoder().decode(text)));
  } catch (error) {
    const reason = error instanceof Error ? error.message : String(error);
    throw new ModelError('bad_manifest', `${join(folder, OWN_RECOGNISER_FILE)}: ${reason}`);
  }
  // Templates are told apart by model id alone: two models must never share one.
  if (manifest.modelId === SFACE_MANIFEST.modelId) {
    throw new ModelError('bad_manifest', `The model id ${manifest.modelId} is taken by the built-in model.`);
  }
  const path = join(folder, manifest.file);
  const data = await readIfPresent(path);
  if (data === null)
    throw new ModelError('missing', `${OWN_RECOGNISER_FILE} names ${path}, which is not there.`);
  refuseWrongHash(path, manifest.sha256, sha256(data));
  return { path, manifest };
}
