import type { DemoMode } from '../ports.ts';
import { DEMO_USERNAME } from './demo-people.ts';

export const DEMO_INSTITUTION = 'Northfield College';

/** The accounts that every host shows on its home and login pages while it runs the demo school. */
export const DEMO_MODE: DemoMode & { readonly on: true } = {
  on: true,
  credentials: { admin: { password: 'admin123' }, user: { username: DEMO_USERNAME, password: 'student123' } },
};
