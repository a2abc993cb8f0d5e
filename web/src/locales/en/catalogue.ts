import { auth } from './auth.ts';
import { common } from './common.ts';
import { errors } from './errors.ts';
import { faq } from './faq.ts';
import { home } from './home.ts';
import { measured } from './measured.ts';

export const en = {
  auth,
  common,
  errors,
  faq,
  home,
  measured,
};
