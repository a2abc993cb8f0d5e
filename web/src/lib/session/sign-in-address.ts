import { ownPath } from '@rollcall/core/auth/providers/providers.rules';

/** Pages on the way in: nobody is sent back to them after signing in. */
const WAYS_IN = ['/login', '/admin/login', '/login/forgot', '/login/done', '/password', '/setup'];
const FOR_VISITORS = ['/', '/faq', '/how-we-measured', '/setup/certificate', ...WAYS_IN];

const pathOf = (address: string): string => address.split(/[?#]/, 1)[0] ?? '';

/** Whether a page is for visitors too, so that nobody has to leave it when the session ends. */
export const isForVisitors = (pathname: string): boolean => FOR_VISITORS.includes(pathname);

/** The address to return to after the sign-in: a page of this app that needs one; undefined for any other text. */
export function returnAddress(text: unknown): string | undefined {
  const path = typeof text === 'string' ? ownPath(text) : null;
  return path && !isForVisitors(pathOf(path)) ? path : undefined;
}

const ACCOUNT_PAGE = '/account';

/** The account page, where a session does what it has to do first; it opens `address` afterwards. */
export function firstTask(task: 'password' | 'second_factor', address: unknown) {
  const next = returnAddress(address);
  const search = { do: task === 'password' ? ('password' as const) : ('second-factor' as const), next };
  return { to: ACCOUNT_PAGE, search } as const;
}

/** The account page may be open while something has to be done first. */
export const isAccountPage = (address: string): boolean => pathOf(address) === ACCOUNT_PAGE;

/** Search parameters of the login page that returns to `address`; `reason` says there why it opened. */
export function signInSearch(address: string, reason?: 'expired') {
  const next = returnAddress(address);
  return { ...(next ? { next } : {}), ...(reason ? { reason } : {}) };
}
