import type { en as english } from '../en/catalogue.ts';
import { common } from './common.ts';
import { errors } from './errors.ts';
import { auth } from './visitors/auth.ts';
import { certificate } from './visitors/certificate.ts';
import { faq } from './visitors/faq.ts';
import { home } from './visitors/home.ts';
import { measured } from './visitors/measured.ts';
import { setup } from './visitors/setup.ts';

type Complete = Omit<typeof english, 'errors'>;

export const de: Complete & { errors: typeof errors } = {
  auth,
  certificate,
  common,
  errors,
  faq,
  home,
  measured,
  setup,
};
