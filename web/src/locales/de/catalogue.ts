import type { en as english } from '../en/catalogue.ts';
import { auth } from './auth.ts';
import { common } from './common.ts';
import { errors } from './errors.ts';
import { faq } from './faq.ts';
import { home } from './home.ts';
import { measured } from './measured.ts';

type Complete = Omit<typeof english, 'errors'>;

export const de: Complete & { errors: typeof errors } = {
  auth,
  common,
  errors,
  faq,
  home,
  measured,
};
