import { expect, it } from 'vitest';
import { printInLight } from './print-light.ts';

const NAME = 'data-mantine-color-scheme';
const scheme = () => document.documentElement.getAttribute(NAME);

it('a page in the dark scheme is printed in the light one, and is dark again afterwards', () => {
  document.documentElement.setAttribute(NAME, 'dark');
  const stop = printInLight(window);
  // Some browsers announce a print twice.
  window.dispatchEvent(new Event('beforeprint'));
  window.dispatchEvent(new Event('beforeprint'));
  expect(scheme()).toBe('light');
  window.dispatchEvent(new Event('afterprint'));
  expect(scheme()).toBe('dark');
  stop();
  window.dispatchEvent(new Event('beforeprint'));
  expect(scheme()).toBe('dark');
});
