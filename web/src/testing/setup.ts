import { notifications } from '@mantine/notifications';
import { cleanup, configure } from '@testing-library/react';
import { afterEach, vi } from 'vitest';
import { readInlineStylesOnly } from './computed-style.ts';
import { keepNoOwnerStacks } from './owner-stacks.ts';

// A long timeout, because a database and a page share one process.
// Only the message of a failed query: the printed DOM would hide it.
configure({ asyncUtilTimeout: 60_000, getElementError: (message) => new Error(message ?? 'not found') });

/** Only questions about the window's width have an answer. */
function isMatch(query: string): boolean {
  const width = /\((min|max)-width: (\d+)px\)/.exec(query);
  if (!width) return false;
  const [limit, by] = [Number(width[2]), window.innerWidth];
  return width[1] === 'min' ? by >= limit : by <= limit;
}

// Browser APIs that Mantine calls and jsdom lacks.
Object.defineProperty(window, 'matchMedia', {
  configurable: true,
  value: (query: string) => {
    const stops = new Map<unknown, () => void>();
    return {
      get matches() {
        return isMatch(query);
      },
      media: query,
      onchange: null,
      addEventListener: (_change: string, listener: (event: { matches: boolean }) => void) => {
        const tell = () => listener({ matches: isMatch(query) });
        window.addEventListener('resize', tell);
        stops.set(listener, () => window.removeEventListener('resize', tell));
      },
      removeEventListener: (_change: string, listener: unknown) => stops.get(listener)?.(),
      addListener: () => undefined,
      removeListener: () => undefined,
      dispatchEvent: () => false,
    };
  },
});
class NoResizeObserver {
  observe(): void {}
  unobserve(): void {}
  disconnect(): void {}
}
vi.stubGlobal('ResizeObserver', NoResizeObserver);
Object.defineProperty(document, 'fonts', {
  configurable: true,
  value: { addEventListener: () => undefined, removeEventListener: () => undefined },
});
readInlineStylesOnly();
// React counts the renderer of prerendered pages and that of the browser in one process, and says so with every context.
const report = console.error;
console.error = (...message: unknown[]) => {
  if (!String(message[0]).startsWith('Detected multiple renderers')) report(...message);
};
keepNoOwnerStacks();
window.scrollTo = () => undefined;
Element.prototype.scrollIntoView = () => undefined;
URL.createObjectURL = () => 'blob:test';
URL.revokeObjectURL = () => undefined;

afterEach(() => {
  cleanup();
  // Notifications outlive the unmounted page.
  notifications.clean();
  localStorage.clear();
  document.body.className = '';
});

// Charts measure text with it, and do without where there is none.
HTMLCanvasElement.prototype.getContext = () => null;
