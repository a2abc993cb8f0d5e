import { concatBytes } from '../../kernel/byte-streams.ts';

const JSON_PART = 'json';
const encoder = new TextEncoder();

export const formType = (boundary: string): string => `multipart/form-data; boundary=${boundary}`;

/** By which readers of forms tell bytes from text. */
const fileName = (name: string): string => (name === JSON_PART ? '' : `; filename="${name}"`);

/**
 * A call with pictures (decision 66) as bytes: its pictures as they are, and the object that names them as `cid:NAME`. Not the object
 * of forms that browsers have: a kiosk signs what it sends.
 */
export function pictureForm(
  pictures: readonly (readonly [name: string, content: Uint8Array])[],
  json: object,
  boundary: string,
): Uint8Array<ArrayBuffer> {
  const parts = [...pictures, [JSON_PART, encoder.encode(JSON.stringify(json))] as const];
  return concatBytes([
    ...parts.flatMap(([name, content]) => [
      encoder.encode(
        `--${boundary}\r\nContent-Disposition: form-data; name="${name}"${fileName(name)}\r\n\r\n`,
      ),
      content,
      encoder.encode('\r\n'),
    ]),
    encoder.encode(`--${boundary}--\r\n`),
  ]);
}
