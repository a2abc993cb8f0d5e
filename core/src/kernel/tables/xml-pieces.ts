/** No spreadsheet program writes a tag that long. */
const TAG_MAX = 64 * 1024;
/** A cell holds 32,767 characters, each of them written with ten at most. */
const OTHER_MAX = 1024 * 1024;

const [QUOTE, APOSTROPHE, LESS, GREATER] = [34, 39, 60, 62];
const ENCLOSED = [
  { start: '<!--', end: '-->' },
  { start: '<![CDATA[', end: ']]>' },
  { start: '<?', end: '?>' },
] as const;

/** The place after the tag that begins here; -1 for one that does not end, or in which another one begins. */
function endOfTag(xml: string, start: number): number {
  let quote = 0;
  const most = Math.min(xml.length, start + TAG_MAX);
  for (let at = start + 1; at < most; at += 1) {
    const code = xml.charCodeAt(at);
    if (code === LESS) return -1;
    if (quote !== 0) {
      if (code === quote) quote = 0;
    } else if (code === GREATER) return at + 1;
    else if (code === QUOTE || code === APOSTROPHE) quote = code;
  }
  return -1;
}

function endOfMarkup(xml: string, start: number): number {
  const enclosed = ENCLOSED.find((kind) => xml.startsWith(kind.start, start));
  if (!enclosed) return endOfTag(xml, start);
  const end = xml.indexOf(enclosed.end, start + enclosed.start.length);
  return end === -1 || end - start > OTHER_MAX ? -1 : end + enclosed.end.length;
}

/**
 * Whether every tag, comment and text ends, and soon. The reader of spreadsheets looks through a piece that has not ended again with
 * every bit of the file that it takes.
 */
export function hasShortPieces(xml: string): boolean {
  let at = 0;
  while (at < xml.length) {
    const next = xml.indexOf('<', at);
    if ((next === -1 ? xml.length : next) - at > OTHER_MAX) return false;
    if (next === -1) return true;
    at = endOfMarkup(xml, next);
    if (at === -1) return false;
  }
  return true;
}
