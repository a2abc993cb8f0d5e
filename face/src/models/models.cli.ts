import { fileURLToPath } from 'node:url';
import { ensureModels } from './ensure-models.ts';

const dir = fileURLToPath(new URL('../../../models', import.meta.url));

try {
  const files = await ensureModels({
    dir,
    preplaced: process.env.MODELS_DIR,
    onProgress: ({ step, what, done, total }) => console.log(`[${done}/${total}] ${step} ${what}`),
  });
  console.log(`Face models are ready; recogniser ${files.manifest.modelId}.`);
} catch (error) {
  console.error(error instanceof Error ? error.message : error);
  process.exitCode = 1;
}
