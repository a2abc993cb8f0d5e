import { type RefCallback, useCallback, useRef, useState } from 'react';
import { BEFORE_PRINTING } from './printing.ts';

/** How far below the window something counts as near: a person who scrolls finds it ready. */
const MARGIN = '400px';
const PRINTS = [BEFORE_PRINTING, 'beforeprint'];

/**
 * Whether an element is or was near the visible part of the page. Whoever is about to print (by our button, or
 * by the browser's, for which Ctrl or ⌘ is held) needs everything: then all of them count as near.
 */
export function useNear<E extends Element>(): { ref: RefCallback<E>; isNear: boolean } {
  const [isNear, setNear] = useState(false);
  const stop = useRef<(() => void) | undefined>(undefined);
  const ref = useCallback((element: E | null) => {
    stop.current?.();
    if (!element) return;
    const found = () => {
      stop.current?.();
      setNear(true);
    };
    if (globalThis.IntersectionObserver === undefined) return found();
    const observer = new IntersectionObserver(
      (entries) => {
        if (entries.some(({ isIntersecting }) => isIntersecting)) found();
      },
      { rootMargin: MARGIN },
    );
    const onKey = ({ key }: KeyboardEvent) => {
      if (key === 'Control' || key === 'Meta') found();
    };
    observer.observe(element);
    addEventListener('keydown', onKey);
    for (const print of PRINTS) addEventListener(print, found);
    stop.current = () => {
      observer.disconnect();
      removeEventListener('keydown', onKey);
      for (const print of PRINTS) removeEventListener(print, found);
    };
  }, []);
  return { ref, isNear };
}
