import { afterEach, expect, it, vi } from 'vitest';
import { BEFORE_PRINTING, printPage } from './printing.ts';

afterEach(() => {
  vi.unstubAllGlobals();
  document.body.replaceChildren();
});

it('prints once the pictures of the page are drawn', async () => {
  const print = vi.fn();
  vi.stubGlobal('print', print);
  const picture = document.createElement('div');
  picture.dataset.undrawn = '';
  document.body.append(picture);
  let isAsked = false;
  addEventListener(BEFORE_PRINTING, () => (isAsked = true), { once: true });
  const printed = printPage();
  expect(isAsked).toBe(true);
  await new Promise((next) => setTimeout(next, 20));
  expect(print).not.toHaveBeenCalled();
  delete picture.dataset.undrawn;
  await printed;
  expect(print).toHaveBeenCalledTimes(1);
});
