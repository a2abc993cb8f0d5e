import { MantineProvider } from '@mantine/core';
import { act, fireEvent, render, screen } from '@testing-library/react';
import { I18nextProvider } from 'react-i18next';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { createI18n } from '../../lib/i18n/i18n.ts';
import { analytics } from '../../locales/en/office/analytics.ts';
import { WeeklyPattern } from './weekday-bars.tsx';
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

async function open(element = <WeeklyCarousel days={days} scope="one" show="percentage" />): Promise<void> {
  const i18n = await createI18n('en');
  i18n.addResourceBundle('en', 'analytics', analytics);
  render(
    <I18nextProvider i18n={i18n}>
      <MantineProvider>{element}</MantineProvider>
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

it('has one weekday on a page on phones, two on tablets, three on wider screens', async () => {
  await open();
  const pages = [479, 480, 1023, 1024].map((width) => {
    resizeTo(width);
    return screen.getAllByRole('button', { name: /^Show page/ }).length;
  });
  expect(pages).toEqual([7, 4, 4, 3]);
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

it('plays for somebody who prefers less motion only after they press Play', async () => {
  const plain = window.matchMedia;
  const query = vi
    .spyOn(window, 'matchMedia')
    .mockImplementation((media) =>
      media.includes('reduce') ? { ...plain(media), matches: true } : plain(media),
    );
  await open();
  wait(10_000);
  expect(currentPage()).toBe('Show page 1 of 3');
  press('Play');
  wait(3_000);
  expect(currentPage()).toBe('Show page 2 of 3');
  query.mockRestore();
});

const pattern = (shown = days, isFiltered = false) => (
  <WeeklyPattern days={shown} isFiltered={isFiltered} scope="one" />
);

it('is seven bars side by side, and a carousel on a phone; both show percentages or counts', async () => {
  await open(pattern());
  expect(
    screen.getAllByRole('button', { name: /^(Mon|Tues|Wednes|Thurs|Fri|Satur|Sun)day: 80%/ }),
  ).toHaveLength(7);
  fireEvent.click(screen.getByRole('radio', { name: 'Count' }));
  expect(screen.getByRole('button', { name: /^Monday/ }).textContent).toBe('4Monday');
  resizeTo(400);
  expect(screen.getByRole('region', { name: 'Weekly pattern' })).toBeTruthy();
  expect(screen.getByRole('radio', { name: 'Count' })).toHaveProperty('checked', true);
});

it('says that the filter hides all weekdays, rather than that there is no attendance', async () => {
  await open(pattern([], true));
  expect(screen.getByText('Nothing matches the filter')).toBeTruthy();
});

it('says when charts appear, instead of seven zeros', async () => {
  await open(pattern(days.map((day) => ({ ...day, count: 0, percentage: 0 }))));
  expect(screen.getByText('Charts appear after the first check-in.')).toBeTruthy();
});

it('does not praise a weekday below the target', async () => {
  await open(
    <WeeklyCarousel days={days.map((day) => ({ ...day, percentage: 60 }))} scope="one" show="percentage" />,
  );
  expect(screen.getAllByText('Good, below the 75% target').length).toBe(7);
});
