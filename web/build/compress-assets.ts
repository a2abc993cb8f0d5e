import { readdir, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { brotliCompress, constants, gzip } from 'node:zlib';
import type { Plugin } from 'vite';

const brotli = promisify(brotliCompress);
const zip = promisify(gzip);

/** Larger files use a lower Brotli quality: 11 would cost the build half a minute for a few percent. */
const LARGE = 2_000_000;

/** Vite plugin that writes a .br and a .gz beside each asset and document, so that the server need not compress per request. */
export function compressAssets(): Plugin {
  let folder = '';
  return {
    name: 'rollcall:compress-assets',
    apply: 'build',
    enforce: 'post',
    configResolved(config) {
      folder = join(config.root, config.build.outDir);
    },
    async closeBundle() {
      const inside = async (name: string) =>
        (await readdir(join(folder, name)).catch(() => [])).map((file) => join(name, file));
      const names = ['index.html', ...(await inside('assets')), ...(await inside('pages'))];
      for (const name of names.filter((each) => /\.(m?js|css|svg|wasm|html)$/.test(each))) {
        const content = await readFile(join(folder, name));
        if (content.length < 1024) continue;
        const params = {
          [constants.BROTLI_PARAM_QUALITY]: content.length > LARGE ? 9 : 11,
          [constants.BROTLI_PARAM_SIZE_HINT]: content.length,
        };
        await writeFile(join(folder, `${name}.br`), await brotli(content, { params }));
        await writeFile(join(folder, `${name}.gz`), await zip(content, { level: 9 }));
      }
    },
  };
}
