/** What a file name may not hold on some system, and marks that turn its direction round. */
const FORBIDDEN = /[\\/:*?"<>|\p{Cc}\p{Cf}]+/gu;
/** File systems take 255 bytes, a letter has up to four. */
const LETTERS_MAX = 50;

/**
 * A file name that people understand, of any script, valid on every system: the institution, what it is, and when.
 * Empty parts are left out.
 */
export function fileName(parts: readonly (string | null)[], extension: string): string {
  const words = parts
    .map((part) =>
      [...(part ?? '').normalize('NFC').replace(FORBIDDEN, ' ').replace(/\s+/g, ' ').trim()]
        .slice(0, LETTERS_MAX)
        .join('')
        .trim(),
    )
    .filter((part) => part !== '');
  // A leading dot hides a file.
  return `${words.join(' ').replace(/^\.+\s*/, '') || 'file'}.${extension}`;
}

/** The same in ASCII, for programs that read no other name. */
export const asciiFileName = (name: string): string => {
  const [, base = '', extension = ''] = /^(.*?)(\.\w+)?$/s.exec(name) ?? [];
  const ascii = base
    .normalize('NFKD')
    .replace(/\p{M}/gu, '')
    .replace(/[^ !#-[\]-~]+/g, ' ')
    .replace(/ +/g, ' ')
    .trim();
  return `${ascii || 'file'}${extension}`;
};
