import { describe, expect, it } from 'vitest';
import { withPictureParts } from './picture-parts.ts';

const bytes = Uint8Array.from({ length: 300 }, (_, at) => at % 256);
const picture = `data:image/jpeg;base64,${btoa(String.fromCharCode(...bytes))}`;

/** What a server makes of the call. */
async function received(body: unknown) {
  const headers = { 'Content-Type': 'application/json', 'X-Device': 'd' };
  const sent = withPictureParts({ method: 'POST', headers, body: JSON.stringify(body) });
  const request = new Request('http://local/', sent as RequestInit); // our own type of body is one of its types
  return {
    type: request.headers.get('Content-Type') ?? '',
    device: request.headers.get('X-Device'),
    request,
  };
}

describe('withPictureParts', () => {
  it('sends pictures as they are, and names them in the JSON', async () => {
    const { type, device, request } = await received({
      scan_id: 's',
      image: picture,
      frames: [picture, 'text'],
      at: 5,
    });
    expect(type).toMatch(/^multipart\/form-data; boundary=/);
    expect(device).toBe('d');
    const form = await request.formData();
    expect(JSON.parse(String(form.get('json')))).toEqual({
      scan_id: 's',
      image: 'cid:picture-1',
      frames: ['cid:picture-2', 'text'],
      at: 5,
    });
    for (const name of ['picture-1', 'picture-2']) {
      const part = form.get(name) as unknown as Blob; // a file by its name; the test's Blob is another one
      expect(new Uint8Array(await part.arrayBuffer())).toEqual(bytes);
    }
  });

  it('leaves every other call as it is', async () => {
    const { type, request } = await received({ note: 'a data:image/ in a text', image: 'aGVsbG8=' });
    expect(type).toBe('application/json');
    expect(await request.json()).toEqual({ note: 'a data:image/ in a text', image: 'aGVsbG8=' });
    expect(withPictureParts({ method: 'GET' })).toEqual({ method: 'GET' });
  });
});
