import { useOfficeTexts } from '../../lib/office-texts.queries.ts';
import { useSessionState } from '../../lib/session-context.ts';
import { AdminDashboard } from './admin-dashboard.tsx';
import { UserDashboard } from './user-dashboard.tsx';

export function DashboardPage() {
  useOfficeTexts();
  const { isAdmin, isSignedIn } = useSessionState();
  // While signing out the page is still here for a moment; there is nothing to show any more.
  if (!isSignedIn) return null;
  return isAdmin ? <AdminDashboard /> : <UserDashboard />;
}
