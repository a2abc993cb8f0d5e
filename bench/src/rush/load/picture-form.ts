import { formType, pictureForm } from '@rollcall/core/faces/images/picture-form';

/** No picture holds it but by chance. */
const BOUNDARY = 'rollcall-rush-5f1d8c0a9e7b4326';

export const FORM_TYPE = formType(BOUNDARY);

/** The form that the pages send. `fields` answers its object by the names of the pictures. */
export function formOfPictures(
  pictures: readonly Uint8Array[],
  fields: (names: readonly string[]) => object,
): Buffer {
  const named = pictures.map((picture, at) => [`picture-${at + 1}`, picture] as const);
  return Buffer.from(pictureForm(named, fields(named.map(([name]) => `cid:${name}`)), BOUNDARY));
}
