export interface CarouselState {
  readonly page: number;
  readonly isPlaying: boolean;
}

export type CarouselEvent =
  | { readonly type: 'next' | 'previous' | 'tick'; readonly pages: number }
  | { readonly type: 'go'; readonly page: number; readonly pages: number }
  | { readonly type: 'swiped'; readonly distance: number; readonly pages: number }
  | { readonly type: 'toggled' }
  | { readonly type: 'resized'; readonly pages: number };

export const ADVANCE_MS = 3000;
export const SWIPE_PX = 50;

/** One card on a phone, two on a tablet, three on a desk. */
export function itemsPerSlide(width: number): number {
  if (width < 480) return 1;
  return width < 1024 ? 2 : 3;
}

const wrap = (page: number, pages: number): number => (pages === 0 ? 0 : ((page % pages) + pages) % pages);

export function carouselReducer(state: CarouselState, event: CarouselEvent): CarouselState {
  switch (event.type) {
    case 'tick':
      return state.isPlaying ? { ...state, page: wrap(state.page + 1, event.pages) } : state;
    case 'next':
      return { ...state, page: wrap(state.page + 1, event.pages) };
    case 'previous':
      return { ...state, page: wrap(state.page - 1, event.pages) };
    case 'go':
      return { ...state, page: wrap(event.page, event.pages) };
    case 'swiped': {
      // A swipe to the left (negative) asks for what comes next.
      if (Math.abs(event.distance) <= SWIPE_PX) return state;
      return { ...state, page: wrap(state.page + (event.distance < 0 ? 1 : -1), event.pages) };
    }
    case 'toggled':
      return { ...state, isPlaying: !state.isPlaying };
    case 'resized':
      return { ...state, page: Math.min(state.page, Math.max(0, event.pages - 1)) };
  }
}
