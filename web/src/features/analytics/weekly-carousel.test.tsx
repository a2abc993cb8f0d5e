import { MantineProvider } from '@mantine/core';
import { act, fireEvent, render, screen } from '@testing-library/react';
import { I18nextProvider } from 'react-i18next';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { createI18n } from '../../lib/i18n/i18n.ts';
import { WeeklyCarousel } from './weekly-carousel.tsx';

const days = ['Monday', 'Tuesday', 'Wednesday', 'Thursday', 'Friday', 'Saturday', 'Sunday'].map((day) => ({
  day,
  count: 4,
  percentage: 80,
  average: 2,
  students: 4,
  employees: 0,
  status: 'Excellent',
  avg_time: '08:50',
}));

beforeEach(() => void vi.useFakeTimers());
afterEach(() => {
  vi.useRealTimers();
  resizeTo(1024);
});

const resizeTo = (width: number) =>
  act(() => {
    window.innerWidth = width;
    window.dispatchEvent(new Event('resize'));
  });
const wait = (ms: number) => act(() => vi.advanceTimersByTime(ms));
const press = (name: string) => fireEvent.click(screen.getByRole('button', { name }));
const currentPage = () =>
  screen
    .getAllByRole('button', { name: /^Show page/ })
    .find((dot) => dot.getAttribute('aria-current') === 'true')
    ?.getAttribute('aria-label');

async function open(shown = days, isFiltered = false): Promise<void> {
  const i18n = await createI18n('en');
  render(
    <I18nextProvider i18n={i18n}>
      <MantineProvider>
        <WeeklyCarousel days={shown} isFiltered={isFiltered} scope="one" />
      </MantineProvider>
    </I18nextProvider>,
  );
}

it('goes to the next and previous page and continues at the other end', async () => {
  await open();
  press('Previous days');
  expect(currentPage()).toBe('Show page 3 of 3');
  press('Next days');
  press('Next days');
  expect(currentPage()).toBe('Show page 2 of 3');
});

it('advances every 3 s until it is paused', async () => {
  await open();
  wait(2_999);
  expect(currentPage()).toBe('Show page 1 of 3');
  wait(1);
  expect(currentPage()).toBe('Show page 2 of 3');
  press('Pause');
  wait(10_000);
  expect(currentPage()).toBe('Show page 2 of 3');
});

it('does not advance while the pointer is inside', async () => {
  await open();
  const carousel = screen.getByRole('region', { name: 'Weekly pattern' });
  fireEvent.pointerEnter(carousel);
  wait(10_000);
  expect(currentPage()).toBe('Show page 1 of 3');
  fireEvent.pointerLeave(carousel);
  wait(3_000);
  expect(currentPage()).toBe('Show page 2 of 3');
});

it('shows an existing page after the window grows', async () => {
  resizeTo(400);
  await open();
  press('Show page 7 of 7');
  resizeTo(1440);
  expect(currentPage()).toBe('Show page 3 of 3');
});

it('says that the filter hides all weekdays, rather than that there is no attendance', async () => {
  await open([], true);
  expect(screen.getByText('No weekday matches the filter.')).toBeTruthy();
});
