/** First words of every query key; a live event names the ones it makes stale. */
export type QueryRoot =
  | 'public-settings'
  | 'stats'
  | 'analytics'
  | 'attendance'
  | 'notices'
  | 'people'
  | 'profile'
  | 'classes'
  | 'settings'
  | 'operations'
  | 'audit'
  | 'texts'
  | 'system';

export type LiveEvent = 'attendance' | 'classes' | 'notices' | 'people' | 'settings';

export const STALE_AFTER: Record<LiveEvent, readonly QueryRoot[]> = {
  attendance: ['stats', 'analytics', 'attendance', 'classes', 'profile'],
  classes: ['classes'],
  notices: ['notices'],
  people: ['people', 'stats', 'profile', 'classes'],
  settings: ['settings', 'classes', 'public-settings'],
};

export const isLiveEvent = (name: string): name is LiveEvent => name in STALE_AFTER;
