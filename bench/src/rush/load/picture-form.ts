/** No picture holds it but by chance. */
const BOUNDARY = 'rollcall-rush-5f1d8c0a9e7b4326';

export const FORM_TYPE = `multipart/form-data; boundary=${BOUNDARY}`;

/**
 * The form that the pages send instead of JSON with base64 (decision 66): the pictures as they are, and the object that names
 * them. `fields` answers it by their names.
 */
export function pictureForm(
  pictures: readonly Buffer[],
  fields: (names: readonly string[]) => object,
): Buffer {
  const names = pictures.map((_, at) => `picture-${at + 1}`);
  const json = Buffer.from(JSON.stringify(fields(names.map((name) => `cid:${name}`))));
  const part = (name: string, more: string, content: Buffer) => [
    Buffer.from(`--${BOUNDARY}\r\nContent-Disposition: form-data; name="${name}"${more}\r\n\r\n`),
    content,
    Buffer.from('\r\n'),
  ];
  return Buffer.concat([
    ...pictures.flatMap((picture, at) => part(names[at] ?? '', `; filename="${names[at]}"`, picture)),
    ...part('json', '', json),
    Buffer.from(`--${BOUNDARY}--\r\n`),
  ]);
}
