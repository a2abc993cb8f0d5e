import { type RefObject, useEffect, useRef } from 'react';

/**
 * Keeps the chosen one of a row that scrolls sideways in view: on a narrow screen a link may open one that is outside,
 * and a screen that is turned may hide it. The chosen one carries Mantine's `data-active`.
 */
export function useChosenInView<E extends HTMLElement>(value: string): RefObject<E | null> {
  const row = useRef<E>(null);
  // biome-ignore lint/correctness/useExhaustiveDependencies: another value has another place
  useEffect(() => {
    const element = row.current;
    if (!element) return;
    const show = () => {
      const chosen = element.querySelector('[data-active]')?.getBoundingClientRect();
      const shown = element.getBoundingClientRect();
      if (chosen) element.scrollLeft += chosen.left + chosen.width / 2 - (shown.left + shown.width / 2);
    };
    // Calls back with the first layout, too: asking now would take one of its own.
    const observer = new ResizeObserver(show);
    observer.observe(element);
    return () => observer.disconnect();
  }, [value]);
  return row;
}
