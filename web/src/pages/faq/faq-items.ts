import type { faq } from '../../locales/en/faq.ts';
import type { FaqCategory } from './faq.search.ts';

type Key = keyof (typeof faq)['items'];

/** Which question belongs where; the words are in the catalogue. */
export const FAQ_ITEMS: readonly { key: Key; category: Exclude<FaqCategory, 'all'> }[] = [
  { key: 'start', category: 'gettingStarted' },
  { key: 'firstRun', category: 'gettingStarted' },
  { key: 'registerPerson', category: 'gettingStarted' },
  { key: 'mark', category: 'gettingStarted' },
  { key: 'photos', category: 'security' },
  { key: 'leave', category: 'security' },
  { key: 'erase', category: 'security' },
  { key: 'photoTrick', category: 'security' },
  { key: 'unknown', category: 'technical' },
  { key: 'late', category: 'technical' },
  { key: 'rate', category: 'technical' },
  { key: 'noFace', category: 'account' },
  { key: 'password', category: 'account' },
  { key: 'seeData', category: 'account' },
  { key: 'cameraHttps', category: 'troubleshooting' },
  { key: 'trouble', category: 'troubleshooting' },
];
