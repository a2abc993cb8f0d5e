const NAME = 'data-mantine-color-scheme';

/** Prints in the light scheme whatever the screen shows: paper is white. Returns a function that ends it. */
export function printInLight(target: Window): () => void {
  const root = target.document.documentElement;
  let before: string | null = null;
  const lighten = () => {
    before ??= root.getAttribute(NAME);
    root.setAttribute(NAME, 'light');
  };
  const restore = () => {
    if (before !== null) root.setAttribute(NAME, before);
    before = null;
  };
  target.addEventListener('beforeprint', lighten);
  target.addEventListener('afterprint', restore);
  return () => {
    target.removeEventListener('beforeprint', lighten);
    target.removeEventListener('afterprint', restore);
    restore();
  };
}
