import { expect, it } from 'vitest';
import { FORM_TYPE, formOfPictures } from './picture-form.ts';

it('the form of a rush is read by others as it was meant: pictures byte by byte, and the object that names them', async () => {
  const pictures = [Buffer.from([0xff, 0xd8, 13, 10, 45, 45, 0]), Buffer.from('second')];
  const body = formOfPictures(pictures, (images) => ({ images }));
  const form = await new Response(new Uint8Array(body), {
    headers: { 'Content-Type': FORM_TYPE },
  }).formData();
  expect(JSON.parse(String(form.get('json')))).toEqual({ images: ['cid:picture-1', 'cid:picture-2'] });
  const files = ['picture-1', 'picture-2'].map((name) => form.get(name) as File);
  expect(await Promise.all(files.map(async (file) => Buffer.from(await file.arrayBuffer())))).toEqual(
    pictures,
  );
});
