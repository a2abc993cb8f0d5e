import { admin } from './admin.ts';
import { analytics } from './analytics.ts';
import { attendance } from './attendance.ts';
import { auth } from './auth.ts';
import { camera } from './camera.ts';
import { common } from './common.ts';
import { dashboard } from './dashboard.ts';
import { errors } from './errors.ts';
import { faq } from './faq.ts';
import { home } from './home.ts';
import { mark } from './mark.ts';
import { measured } from './measured.ts';
import { notices } from './notices.ts';
import { people } from './people.ts';
import { profile } from './profile.ts';
import { registration } from './registration.ts';

export const en = {
  admin,
  analytics,
  attendance,
  auth,
  camera,
  common,
  dashboard,
  errors,
  faq,
  home,
  mark,
  measured,
  notices,
  people,
  profile,
  registration,
};
