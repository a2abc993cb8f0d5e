import { useMutation } from '@tanstack/react-query';
import { useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { answer, useApi } from '../../lib/api/api.ts';
import { toApiError } from '../../lib/api/api-error.ts';
import type { MadePassword } from '../../lib/api/password-slips.queries.ts';
import { useInvalidate } from '../../lib/api/query-keys.ts';
import { downloadBlob } from '../../lib/download.ts';
import { languageOf } from '../../lib/i18n/i18n.ts';
import type { PeopleSearch } from '../../lib/search-params.ts';
import { filterQuery } from './people.queries.ts';

/** People of one call: few enough for a progress bar that moves. */
const PER_CALL = 50;

/** Who was left over at the end, and the error that ended it; null after a stop. */
interface Rest {
  readonly left: readonly string[];
  readonly error: unknown;
}

/** Runs a call for some people after the other, until `stop`. What is done stays done when a later call fails. */
export function useInParts<T>(size: number, call: (ids: string[], part: number) => Promise<T>) {
  const [done, setDone] = useState(0);
  const [isStopping, setStopping] = useState(false);
  const isStopped = useRef(false);
  const run = async (ids: readonly string[]): Promise<Rest & { readonly results: readonly T[] }> => {
    const results: T[] = [];
    setDone(0);
    setStopping(false);
    isStopped.current = false;
    for (let at = 0; at < ids.length; at += size) {
      if (isStopped.current) return { results, left: ids.slice(at), error: null };
      try {
        results.push(await call(ids.slice(at, at + size), at / size + 1));
      } catch (error) {
        if (results.length === 0) throw error;
        return { results, left: ids.slice(at), error };
      }
      setDone(Math.min(at + size, ids.length));
    }
    return { results, left: [], error: null };
  };
  /** Ends the work after the call that is on its way. */
  const stop = () => {
    isStopped.current = true;
    setStopping(true);
  };
  return { progress: { done, isStopping, stop }, run };
}

export type BulkProgress = ReturnType<typeof useInParts>['progress'];

interface Counted {
  readonly done: number;
  readonly refused: readonly unknown[];
}

const refusedIn = (results: readonly Pick<Counted, 'refused'>[]): number =>
  results.reduce((sum, { refused }) => sum + refused.length, 0);

const sumOf = ({ results, left, error }: Rest & { readonly results: readonly Counted[] }) => ({
  done: results.reduce((sum, each) => sum + each.done, 0),
  refused: refusedIn(results),
  left,
  error,
});

export type BulkResult = ReturnType<typeof sumOf>;

export function useMoveToSection(section: string) {
  const api = useApi();
  const { t } = useTranslation('people');
  const { progress, run } = useInParts(PER_CALL, (user_ids) =>
    answer(api.admin.users.bulk.section.$post({ json: { user_ids, class_section: section } })),
  );
  const move = useMutation({
    mutationFn: async (ids: readonly string[]) => sumOf(await run(ids)),
    onSettled: useInvalidate('people', 'profile', 'stats'),
    meta: { fallback: t('bulk.failed') },
  });
  return { progress, move };
}

export function useDeleteUsers() {
  const api = useApi();
  const { t } = useTranslation('people');
  const { progress, run } = useInParts(PER_CALL, (user_ids) =>
    answer(api.admin.users.bulk.delete.$post({ json: { user_ids } })),
  );
  const remove = useMutation({
    mutationFn: async (ids: readonly string[]) => sumOf(await run(ids)),
    onSettled: useInvalidate('people', 'stats'),
    meta: { fallback: t('bulk.failed'), errorTitle: t('deleteFailedTitle') },
  });
  return { progress, remove };
}

export function useRenewPasswords() {
  const api = useApi();
  const { t } = useTranslation('people');
  const { progress, run } = useInParts(PER_CALL, (user_ids) =>
    answer(api.admin.users.bulk.passwords.$post({ json: { user_ids } })),
  );
  const renew = useMutation({
    mutationFn: async (ids: readonly string[]) => {
      const { results, left, error } = await run(ids);
      const passwords: MadePassword[] = results.flatMap((each) => each.passwords);
      return { passwords, refused: refusedIn(results), left, error };
    },
    // Gone with the window that shows them.
    gcTime: 0,
    meta: { fallback: t('passwordFailed') },
  });
  return { progress, renew };
}

/** People of one file of consent sheets; more make several. */
const SHEETS_PER_FILE = 500;

/** Downloads consent sheets to sign; the server notes that these people were asked. */
export function useConsentSheets() {
  const api = useApi();
  const { t, i18n } = useTranslation('people');
  return useMutation({
    mutationFn: async (ids: readonly string[]) => {
      for (let at = 0; at < ids.length; at += SHEETS_PER_FILE) {
        const user_ids = ids.slice(at, at + SHEETS_PER_FILE);
        const response: Response = await api.admin['consent-sheets'].$post({
          json: { lang: languageOf(i18n), user_ids },
        });
        if (!response.ok) throw await toApiError(response);
        const part = ids.length > SHEETS_PER_FILE ? `-${at / SHEETS_PER_FILE + 1}` : '';
        downloadBlob(await response.blob(), `${t('bulk.consentFile')}${part}.pdf`);
      }
    },
    onSettled: useInvalidate('profile'),
    meta: { success: t('bulk.consentMade'), fallback: t('bulk.consentFailed') },
  });
}

/** Everybody whom the filters show, on whatever page. */
export function useAllMatching() {
  const api = useApi();
  const { t } = useTranslation('people');
  return useMutation({
    mutationFn: async (search: PeopleSearch) =>
      (await answer(api.admin.users.$get({ query: filterQuery(search) }))).users,
    meta: { fallback: t('loadFailed') },
  });
}
