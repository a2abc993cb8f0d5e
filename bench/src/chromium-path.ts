import { installedChromium } from '../../tools/find-chromium.mjs';

export async function chromiumPath(): Promise<string> {
  const path = await installedChromium();
  if (!path) throw new Error('No Chromium found. Install one, or name it in CHROME_PATH.');
  return path;
}
