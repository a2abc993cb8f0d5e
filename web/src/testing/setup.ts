import { notifications } from '@mantine/notifications';
import { cleanup, configure } from '@testing-library/react';
import { afterEach, vi } from 'vitest';
import { readInlineStylesOnly } from './computed-style.ts';
import { keepNoOwnerStacks } from './owner-stacks.ts';

// A long timeout, because a database and a page share one process.
// Only the message of a failed query: the printed DOM would hide it.
configure({ asyncUtilTimeout: 60_000, getElementError: (message) => new Error(message ?? 'not found') });

// Browser APIs that Mantine calls and jsdom lacks.
Object.defineProperty(window, 'matchMedia', {
  configurable: true,
  value: (query: string) => ({
    matches: false,
    media: query,
    onchange: null,
    addEventListener: () => undefined,
    removeEventListener: () => undefined,
    addListener: () => undefined,
    removeListener: () => undefined,
    dispatchEvent: () => false,
  }),
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
