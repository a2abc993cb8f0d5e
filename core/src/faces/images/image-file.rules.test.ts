import { describe, expect, it } from 'vitest';
import { ImageError } from '../face.ports.ts';
import { checkImageSize, imageFromText, imageKind } from './image-file.rules.ts';

const bytes = (text: string) => Uint8Array.from(text, (letter) => letter.charCodeAt(0));

function problemOf(act: () => unknown): string {
  try {
    act();
  } catch (error) {
    if (error instanceof ImageError) return error.problem;
    throw error;
  }
  return 'none';
}

describe('an image sent as text', () => {
  it('is decoded from a data URL, bare base64, the URL-safe alphabet, and with line breaks', () => {
    const expected = Uint8Array.from([0xfb, 0xff, 0xfe, 0x01]);
    for (const text of [
      'data:image/jpeg;base64,+//+AQ==',
      'data:image/jpeg;charset=utf-8;base64,+//+AQ==',
      '+//+AQ==',
      '-__-AQ==',
      ' +//+\r\nAQ== ',
    ]) {
      expect(imageFromText(text)).toEqual(expected);
    }
  });

  it.each(['', 'hello world!', 'data:image/png;base64,', 'data:text/html;base64,AAAA', 'A', '===='])(
    'is refused when it is not a base64 image: %j',
    (text) => {
      expect(problemOf(() => imageFromText(text))).toBe('not_an_image');
    },
  );

  it('is refused by its length before it is decoded', () => {
    const sent = (bytes: number) =>
      problemOf(() => imageFromText('A'.repeat(Math.ceil((bytes * 4) / 3 / 4) * 4)));
    expect(sent(8 * 1024 * 1024 + 100)).toBe('too_many_bytes');
    expect(sent(8 * 1024 * 1024 - 100)).toBe('none');
  });
});

describe('the type of an image', () => {
  it('is detected from its first bytes', () => {
    expect(imageKind(bytes('\xff\xd8\xff\xe0'))).toBe('jpeg');
    expect(imageKind(bytes('\x89PNG\r\n\x1a\n'))).toBe('png');
    expect(imageKind(bytes('RIFF0000WEBPVP8 '))).toBe('webp');
  });

  it.each(['GIF89a', 'BM000000', 'II*\0', '0000ftypheic'])(
    'refuses %j as an unsupported image type',
    (text) => {
      expect(problemOf(() => imageKind(bytes(text)))).toBe('unsupported_type');
    },
  );

  it('says how to make readable what a phone saved', () => {
    expect(() => imageKind(bytes('0000ftypheic'))).toThrow(/HEIC.*JPEG/);
    expect(() => imageKind(bytes('0000ftypmif1'))).toThrow(/HEIC/);
    expect(() => imageKind(bytes('0000ftypavif'))).toThrow(/AVIF.*JPEG/);
  });

  it.each(['', 'hello', '<svg xmlns="x">', '%PDF-1.7', '\xff\xd8'])('refuses %j as not an image', (text) => {
    expect(problemOf(() => imageKind(bytes(text)))).toBe('not_an_image');
  });
});

describe('the size of an image', () => {
  it('is limited in pixels and side length', () => {
    expect(problemOf(() => checkImageSize(4032, 3024))).toBe('none');
    expect(problemOf(() => checkImageSize(4097, 3072))).toBe('too_many_pixels');
    expect(problemOf(() => checkImageSize(8064, 6048, true))).toBe('none');
    expect(problemOf(() => checkImageSize(9000, 8000, true))).toBe('too_many_pixels');
    expect(problemOf(() => checkImageSize(1, 1))).toBe('too_small');
    expect(problemOf(() => checkImageSize(2000, 8))).toBe('too_small');
  });
});
