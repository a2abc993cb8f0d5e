/** Said before the page of a kiosk is left on purpose: nothing asks whether it may be. */
const LEAVING = 'rollcall-kiosk-leaving';

/** Reloads or leaves the page of a kiosk without a question. */
export function leaveKiosk(act: () => void): void {
  dispatchEvent(new Event(LEAVING));
  act();
}

/** Calls back when the page is about to be left on purpose. Answers the function that ends it. */
export function onLeavingKiosk(listener: () => void): () => void {
  addEventListener(LEAVING, listener);
  return () => removeEventListener(LEAVING, listener);
}

type Keys = Pick<KeyboardEvent, 'key' | 'ctrlKey' | 'metaKey' | 'altKey'>;

/** Reload, print, save, open, source, find, history, downloads, bookmarks, zoom. */
const WITH_CONTROL = new Set([
  'r',
  'p',
  's',
  'o',
  'u',
  'f',
  'g',
  'h',
  'j',
  'd',
  'l',
  'e',
  'k',
  '+',
  '-',
  '0',
]);
const ALONE = new Set([
  'F1',
  'F3',
  'F5',
  'F6',
  'F7',
  'F10',
  'F12',
  'BrowserBack',
  'BrowserForward',
  'ContextMenu',
]);
const WITH_ALT = new Set(['ArrowLeft', 'ArrowRight', 'Home', 'd']);

/** Whether a key leads away from the page, as far as a page may catch it. Digits and letters alone never do. */
export function leadsAway({ key, ctrlKey, metaKey, altKey }: Keys): boolean {
  if (ctrlKey || metaKey) return WITH_CONTROL.has(key.toLowerCase());
  return altKey ? WITH_ALT.has(key) : ALONE.has(key);
}
