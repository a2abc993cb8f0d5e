import { digestOfBody } from '@rollcall/core/attendance/kiosk/kiosk-signature.rules';
import fc from 'fast-check';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createScriptedEngine, enrolFace, sceneImage } from '../../testing/scripted-engine.ts';
import { openTestApp, type TestApp } from '../../testing/test-app.ts';
import { lookOf, pairKiosk, type TestDevice } from '../../testing/test-kiosk.ts';
import { boundaryOf, openPictureForm } from './picture-form.ts';

/** A form as every platform writes it. */
async function packed(json: unknown, pictures: Readonly<Record<string, Uint8Array>>) {
  const form = new FormData();
  for (const [name, bytes] of Object.entries(pictures))
    form.append(name, new Blob([new Uint8Array(bytes)], { type: 'image/jpeg' }), `name="${name}".jpg`);
  form.append('json', typeof json === 'string' ? json : JSON.stringify(json));
  const response = new Response(form);
  const type = response.headers.get('Content-Type') ?? '';
  return { type, boundary: boundaryOf(type) ?? '', bytes: new Uint8Array(await response.arrayBuffer()) };
}

const bytesOf = (image: string): Uint8Array => new Uint8Array(Buffer.from(image, 'base64'));

describe('the reader of forms', () => {
  it('gives back every picture byte for byte, also one that holds line breaks, dashes and pieces of the boundary', async () => {
    // The boundary is known only afterwards: a form with the pieces is written by hand, with a boundary of ours.
    const boundary = 'rollcall-7';
    const piece = fc.constantFrom(
      '\r\n',
      '--',
      '\r\n--',
      '\r\n--rollcall-',
      'rollcall-7',
      '--rollcall-7',
      '\r',
      'x',
    );
    const picture = fc
      .array(fc.oneof(piece, fc.string({ unit: 'binary' })), { maxLength: 30 })
      .map((parts) => parts.join(''));
    fc.assert(
      fc.property(fc.array(picture, { maxLength: 5 }), (pictures) => {
        fc.pre(pictures.every((text) => !`\r\n${text}`.includes(`\r\n--${boundary}`)));
        const part = (name: string, text: string) =>
          `--${boundary}\r\nContent-Disposition: form-data; name="${name}"; filename="x"\r\nContent-Type: image/png\r\n\r\n${text}\r\n`;
        const text = `${pictures.map((each, at) => part(`p-${at}`, each)).join('')}${part('json', '{}')}--${boundary}--\r\n`;
        const opened = openPictureForm(new TextEncoder().encode(text), boundary);
        expect(opened.json).toBe('{}');
        expect([...opened.pictures.values()].map((bytes) => new TextDecoder().decode(bytes))).toEqual(
          pictures.map((each) => new TextDecoder().decode(new TextEncoder().encode(each))),
        );
      }),
    );
  });

  it('reads what a platform writes', async () => {
    const picture = Uint8Array.from({ length: 70_000 }, (_, at) => (at * 31) % 256);
    const { bytes, boundary } = await packed({ image: 'cid:a' }, { a: picture, b: new Uint8Array() });
    const opened = openPictureForm(bytes, boundary);
    expect(JSON.parse(opened.json)).toEqual({ image: 'cid:a' });
    expect(Buffer.compare(opened.pictures.get('a') ?? new Uint8Array(), picture)).toBe(0);
    expect(opened.pictures.get('b')).toHaveLength(0);
  });

  it('never takes a form that was cut, at whatever byte', async () => {
    const { bytes, boundary } = await packed({ image: 'cid:a' }, { a: Uint8Array.of(1, 2, 13, 10, 45, 45) });
    // The closing delimiter ends with two dashes and a line break, which may be missing.
    for (let length = 0; length < bytes.length - 2; length++)
      expect(() => openPictureForm(bytes.subarray(0, length), boundary)).toThrow('could not be read');
  });

  it('counts parts before it makes anything of them, and takes no name twice', async () => {
    const many = Object.fromEntries(Array.from({ length: 16 }, (_, at) => [`p${at}`, Uint8Array.of(at)]));
    const { bytes, boundary } = await packed({}, many);
    expect(() => openPictureForm(bytes, boundary)).toThrow('could not be read');
    const form = new FormData();
    form.append('json', '{}');
    form.append('json', '{"image":"cid:x"}');
    const response = new Response(form);
    const twice = new Uint8Array(await response.arrayBuffer());
    const type = response.headers.get('Content-Type') ?? undefined;
    expect(() => openPictureForm(twice, boundaryOf(type) ?? '')).toThrow('could not be read');
  });

  it.each([
    ['multipart/form-data; boundary=abc', 'abc'],
    ['Multipart/Form-Data; charset=utf-8; boundary="a b"', 'a b'],
    ['multipart/form-data', null],
    ['multipart/form-data; boundary=', null],
    [`multipart/form-data; boundary=${'a'.repeat(71)}`, null],
    ['multipart/mixed; boundary=abc', null],
    ['application/json', null],
    [undefined, null],
  ])('finds the boundary of %s', (type, boundary) => {
    expect(boundaryOf(type)).toBe(boundary);
  });
});

describe('a call with its pictures beside the JSON', () => {
  let app: TestApp;
  let student: string;
  let kiosk: TestDevice;
  beforeAll(async () => {
    app = await openTestApp({ engine: createScriptedEngine(), limits: 'none' });
    student = (await app.person('S-1')).token;
    await enrolFace(app, 'S-1', 1);
    kiosk = await pairKiosk(app);
  });
  afterAll(() => app.close());

  const post = async (
    path: string,
    authorization: string,
    { type, bytes }: { type: string; bytes: Uint8Array<ArrayBuffer> },
  ) => {
    const headers = { Authorization: authorization, 'Content-Type': type };
    const response = await app.app.request(`/api${path}`, { method: 'POST', headers, body: bytes });
    return { status: response.status, body: await response.json() };
  };
  const send = async (path: string, json: unknown, pictures: Record<string, Uint8Array>, token?: string) =>
    post(path, `Bearer ${token ?? (await app.adminToken())}`, await packed(json, pictures));

  it('marks attendance, as with base64', async () => {
    const scan = await app.call('POST', '/user/start-face-scan', { token: student, body: {} });
    const json = { scan_id: scan.body.scan_id, image: 'cid:face' };
    const face = bytesOf(sceneImage({ person: 1, nonce: 9 }));
    const { status, body } = await send('/user/mark-attendance-with-image', json, { face }, student);
    expect({ status, outcome: body.outcome }).toEqual({ status: 200, outcome: 'marked' });
  });

  it('enrols with several, and some of them in the JSON', async () => {
    await app.person('S-2');
    const images = ['cid:one', sceneImage({ person: 2, nonce: 2 }), 'cid:three'];
    const pictures = {
      one: bytesOf(sceneImage({ person: 2, nonce: 1 })),
      three: bytesOf(sceneImage({ person: 2, nonce: 3 })),
    };
    const { body } = await send('/admin/capture-face', { user_id: 'S-2', images }, pictures);
    expect(body).toMatchObject({ success: true, photos: 3 });
  });

  it('saves a logo', async () => {
    const png = bytesOf(
      'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==',
    );
    const form = await packed({ image: 'cid:logo' }, { logo: png });
    const response = await app.app.request('/api/admin/institution/logo', {
      method: 'PUT',
      headers: { Authorization: `Bearer ${await app.adminToken()}`, 'Content-Type': form.type },
      body: form.bytes,
    });
    expect(response.status).toBe(200);
    const { body } = await app.call('GET', '/settings/public');
    const logo = await app.app.request(`/api${body.institution.logo}`);
    expect(new Uint8Array(await logo.arrayBuffer())).toEqual(png);
  });

  it.each([
    ['names no part', { image: 'cid:other' }, 'The form has no part “other”.'],
    ['has a field too many of another type', { image: 5 }, 'Please send an image.'],
    ['has broken JSON', '{"image":', ''],
    [
      'has characters that cannot be stored',
      '{"image":"\\u0000"}',
      'This contains characters that cannot be stored.',
    ],
  ])('that %s is refused', async (_, json, message) => {
    const { status, body } = await send('/admin/check-face-detection', json, { face: Uint8Array.of(1) });
    expect(status).toBe(400);
    expect(body.message).toContain(message);
  });

  it('that names a part without a form is refused, and so is a picture that is too large', async () => {
    const { status } = await app.admin('POST', '/admin/check-face-detection', { image: 'cid:face' });
    expect(status).toBe(400);
    const large = await send(
      '/admin/check-face-detection',
      { image: 'cid:face' },
      { face: new Uint8Array(8 * 2 ** 20 + 1) },
    );
    expect(large).toMatchObject({ status: 400, body: { message: 'The image is larger than 8 MB.' } });
  });

  it('is not read where a route takes no pictures', async () => {
    const { status } = await send('/admin/notices', { title: 'x' }, {});
    expect(status).toBe(400);
  });

  describe('of a kiosk', () => {
    const look = () => {
      const [a = '', b = '', c = ''] = lookOf({ person: 1 });
      return packed({ images: ['cid:a', 'cid:b', 'cid:c'] }, { a: bytesOf(a), b: bytesOf(b), c: bytesOf(c) });
    };
    const sign = ({ bytes }: { bytes: Uint8Array<ArrayBuffer> }) =>
      kiosk.sign('POST', '/api/kiosk/identify', bytes);

    it('is taken when its bytes are the signed ones', async () => {
      const form = await look();
      const { status, body } = await post('/kiosk/identify', await sign(form), form);
      expect({ status, outcome: body.outcome }).toEqual({ status: 200, outcome: 'marked' });
    });

    it('is a forgery when one byte of a picture, the JSON or the boundary differs, and is written down as one', async () => {
      const form = await look();
      for (const at of [10, Math.floor(form.bytes.length / 2), form.bytes.length - 3]) {
        const bytes = Uint8Array.from(form.bytes);
        bytes[at] = (bytes[at] ?? 0) ^ 1;
        expect(await digestOfBody(bytes)).not.toBe(await digestOfBody(form.bytes));
        const { status, body } = await post('/kiosk/identify', await sign(form), { ...form, bytes });
        expect(`${status} ${body.error.fields?.reason}`).toBe('401 altered');
      }
      const { body } = await app.admin('GET', '/admin/audit?action=kiosk_refused&limit=10');
      expect(body.entries.length).toBeGreaterThan(0);
    });
  });
});
