import { useEffect, useState } from 'react';
import { flushSync } from 'react-dom';

/** Said before a page is printed: everything on it has to be drawn. */
export const BEFORE_PRINTING = 'rollcall-before-printing';
/** A picture that cannot be drawn must not keep the page from the printer. */
const PATIENCE_MS = 5000;

/** Prints the page once its pictures are drawn: those further down are drawn when they come near. */
export async function printPage(): Promise<void> {
  dispatchEvent(new Event(BEFORE_PRINTING));
  const latest = performance.now() + PATIENCE_MS;
  do await new Promise((next) => setTimeout(next, 0));
  while (document.querySelector('[data-undrawn]') && performance.now() < latest);
  print();
}

/** True while the page is printed, so that a list in pages can be printed whole. */
export function usePrinting(): boolean {
  const [isPrinting, setPrinting] = useState(false);
  useEffect(() => {
    // At once: the browser does not wait for a later render.
    const start = () => flushSync(() => setPrinting(true));
    const end = () => setPrinting(false);
    window.addEventListener('beforeprint', start);
    window.addEventListener('afterprint', end);
    return () => {
      window.removeEventListener('beforeprint', start);
      window.removeEventListener('afterprint', end);
    };
  }, []);
  return isPrinting;
}
