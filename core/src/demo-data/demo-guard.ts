import type { Ports } from '../ports.ts';

/**
 * Demo passwords are known to everyone, so a database is either a demo or an institution's own, for ever.
 * Answers why the host must not start, or null.
 */
export async function demoMismatch({ repos, demo }: Pick<Ports, 'repos' | 'demo'>): Promise<string | null> {
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
