import type { QueryClient } from '@tanstack/react-query';
import type { Api } from './api.ts';
import { ApiError } from './api-error.ts';
import { publicSettingsQuery } from './public-settings.queries.ts';

type PublicSettings = Awaited<ReturnType<NonNullable<ReturnType<typeof publicSettingsQuery>['queryFn']>>>;

const KEY = 'public-settings';
/** Pages that open without a network, once they were open with one. */
const WITHOUT_NETWORK = ['/my-code'];

/** Keeps what any visitor is told about the institution, for pages that open without a network. */
export function rememberSettings(settings: PublicSettings): void {
  try {
    localStorage.setItem(KEY, JSON.stringify(settings));
  } catch {
    // Where storage is blocked the page opens with a network only.
  }
}

function remembered(): PublicSettings | null {
  try {
    return JSON.parse(localStorage.getItem(KEY) ?? 'null') as PublicSettings | null; // written above, and nowhere else
  } catch {
    return null;
  }
}

/** The public settings; on pages that open without a network those of the last time. */
export async function loadSettings(
  api: Api,
  queryClient: QueryClient,
  pathname: string,
): Promise<PublicSettings> {
  const query = publicSettingsQuery(api);
  try {
    return await queryClient.ensureQueryData(query);
  } catch (error) {
    const last = WITHOUT_NETWORK.includes(pathname) ? remembered() : null;
    if (!last || !(error instanceof ApiError && error.isWithoutServer)) throw error;
    // From long ago, so that they are asked for as soon as there is a network.
    queryClient.setQueryData(query.queryKey, last, { updatedAt: 1 });
    return last;
  }
}
