import type { SettingsRepos } from '../settings/settings.ports.ts';
import { DEMO_OFFICE, DEMO_TEACHER, DEMO_USERNAME } from './demo-people.ts';

/** Whether this host runs the demo school, and with which well-known accounts. */
export type DemoMode = { readonly on: false } | { readonly on: true; readonly credentials: DemoCredentials };

interface DemoAccount {
  readonly username: string;
  readonly password: string;
}

interface DemoCredentials {
  readonly admin: { readonly password: string };
  readonly user: DemoAccount;
  readonly teacher: DemoAccount;
  readonly office: DemoAccount;
}

export const DEMO_INSTITUTION = 'Northfield College';

/** The accounts that every host shows on its home and login pages while it runs the demo school. */
export const DEMO_MODE: DemoMode & { readonly on: true } = {
  on: true,
  credentials: {
    admin: { password: 'admin123' },
    user: { username: DEMO_USERNAME, password: 'student123' },
    teacher: { username: DEMO_TEACHER.username, password: 'teacher123' },
    office: { username: DEMO_OFFICE.username, password: 'office123' },
  },
};

/**
 * Returns why the host must not start with this database, or null. Demo passwords are public, so a database is
 * either a demo or an institution's own, and never changes.
 */
export async function demoMismatch({
  repos,
  demo,
}: {
  readonly repos: SettingsRepos;
  readonly demo: DemoMode;
}): Promise<string | null> {
  const institution = await repos.settings.institution();
  if (!institution) return null;
  if (demo.on && !institution.isDemo) {
    return `This database belongs to ${institution.name}. Demo mode would add accounts with known passwords to it; start with DEMO_MODE=false.`;
  }
  if (!demo.on && institution.isDemo) {
    return 'This database holds the demo school, whose passwords are known to everyone. Use another database, or start with DEMO_MODE=true.';
  }
  return null;
}
