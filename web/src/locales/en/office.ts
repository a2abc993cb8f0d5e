import { cards } from './doors/cards.ts';
import { kioskHealth } from './doors/kiosk-health.ts';
import { present } from './doors/present.ts';
import { account } from './office/account.ts';
import { admin } from './office/admin.ts';
import { analytics } from './office/analytics.ts';
import { attendance } from './office/attendance.ts';
import { audit } from './office/audit.ts';
import { camera } from './office/camera.ts';
import { classes } from './office/classes.ts';
import { dashboard } from './office/dashboard.ts';
import { dates } from './office/dates.ts';
import { firstSteps } from './office/first-steps.ts';
import { imports } from './office/imports.ts';
import { installation } from './office/installation.ts';
import { kiosk } from './office/kiosk.ts';
import { kiosks } from './office/kiosks.ts';
import { management } from './office/management.ts';
import { mark } from './office/mark.ts';
import { notices } from './office/notices.ts';
import { people } from './office/people.ts';
import { privacy } from './office/privacy.ts';
import { profile } from './office/profile.ts';
import { registration } from './office/registration.ts';
import { safety } from './office/safety.ts';

/** Texts behind the sign-in that the landing page shall not carry; see lib/i18n/office-texts.queries.ts. */
export const office = {
  account,
  admin,
  analytics,
  attendance,
  audit,
  camera,
  cards,
  classes,
  dashboard,
  dates,
  firstSteps,
  imports,
  installation,
  kiosk,
  kioskHealth,
  kiosks,
  management,
  mark,
  notices,
  people,
  present,
  privacy,
  profile,
  registration,
  safety,
};
