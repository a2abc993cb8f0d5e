import type { en } from './locales/en/catalogue.ts';
import type { office } from './locales/en/office.ts';

declare module 'i18next' {
  interface CustomTypeOptions {
    defaultNS: 'common';
    resources: typeof en & typeof office;
  }
}
