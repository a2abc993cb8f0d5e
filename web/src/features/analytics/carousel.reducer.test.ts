import { describe, expect, it } from 'vitest';
import { type CarouselState, carouselReducer, itemsPerSlide } from './carousel.reducer.ts';

const at = (page: number, isPlaying = true): CarouselState => ({ page, isPlaying });

describe('weekly carousel', () => {
  it('shows 1 card below 480 px, 2 below 1024 px, else 3', () => {
    expect([479, 480, 1023, 1024].map(itemsPerSlide)).toEqual([1, 2, 2, 3]);
  });

  it('goes round at both ends', () => {
    expect(carouselReducer(at(2), { type: 'next', pages: 3 }).page).toBe(0);
    expect(carouselReducer(at(0), { type: 'previous', pages: 3 }).page).toBe(2);
  });

  it('moves by a swipe of more than 50 px only', () => {
    expect(carouselReducer(at(0), { type: 'swiped', distance: -50, pages: 3 }).page).toBe(0);
    expect(carouselReducer(at(0), { type: 'swiped', distance: -51, pages: 3 }).page).toBe(1);
    expect(carouselReducer(at(0), { type: 'swiped', distance: 51, pages: 3 }).page).toBe(2);
  });

  it('advances by itself only while playing', () => {
    expect(carouselReducer(at(0), { type: 'tick', pages: 3 }).page).toBe(1);
    const paused = carouselReducer(at(0), { type: 'toggled' });
    expect(carouselReducer(paused, { type: 'tick', pages: 3 }).page).toBe(0);
  });

  it('stays on a page that exists when the window grows', () => {
    expect(carouselReducer(at(6), { type: 'resized', pages: 3 }).page).toBe(2);
    expect(carouselReducer(at(0), { type: 'resized', pages: 0 }).page).toBe(0);
  });
});
