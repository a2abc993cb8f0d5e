import { READ_MORE_ABOVE } from '@rollcall/core/notices/notices.rules';
import type { Priority } from '@rollcall/core/notices/notices.types';
import { queryOptions, useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { useEffect, useRef } from 'react';
import { useTranslation } from 'react-i18next';
import { type Api, answer, until, useApi } from '../../lib/api/api.ts';

const KEY = ['notices'];
const READ_AFTER_MS = 1000;
const REACTING = [...KEY, 'reaction'];

/** The notices that the account manages, or those that it reads. */
export type NoticeSet = 'managed' | 'read';

export const noticesQuery = (api: Api, set: NoticeSet) =>
  queryOptions({
    queryKey: [...KEY, set],
    queryFn: async ({ signal }) =>
      (set === 'managed'
        ? await answer(api.admin.notices.$get({ query: {} }, until(signal)))
        : await answer(api.user.notices.$get({ query: {} }, until(signal)))
      ).notices,
  });

export const useNotices = (set: NoticeSet) => useQuery(noticesQuery(useApi(), set));

export type Notice = NonNullable<ReturnType<typeof useNotices>['data']>[number];
/** Shown in part until it is expanded. */
export const isLongNotice = ({ content }: Pick<Notice, 'content'>): boolean =>
  content.length > READ_MORE_ABOVE;

export type Reaction = { viewed?: true; liked?: boolean; bookmarked?: boolean };

/** The notice with a reaction applied, before the server confirms it. */
export const withReaction = (notice: Notice, { liked, bookmarked, viewed }: Reaction): Notice => ({
  ...notice,
  ...(viewed ? { viewed } : {}),
  ...(liked === undefined || liked === notice.liked ? {} : { liked, likes: notice.likes + (liked ? 1 : -1) }),
  ...(bookmarked === undefined ? {} : { bookmarked }),
});

/** Shows a reaction at once and rolls it back if the server refuses. */
export function useReact(set: NoticeSet, { isQuiet = false } = {}) {
  const api = useApi();
  const queryClient = useQueryClient();
  const { t } = useTranslation('notices');
  const { queryKey } = noticesQuery(api, set);
  const replace = (id: number, change: (notice: Notice) => Notice) =>
    queryClient.setQueryData(queryKey, (list) => list?.map((each) => (each.id === id ? change(each) : each)));

  /** Whether no other reaction to the notice is pending: an earlier answer does not include a later click. */
  const isLast = (id: number) =>
    queryClient.isMutating({
      mutationKey: REACTING,
      predicate: ({ state }) => (state.variables as { id: number } | undefined)?.id === id, // the variables of `mutate`
    }) === 1;

  return useMutation({
    mutationKey: REACTING,
    mutationFn: async ({ id, reaction }: { id: number; reaction: Reaction }) =>
      (await answer(api.user.notices[':id'].reaction.$put({ param: { id: String(id) }, json: reaction })))
        .notice,
    onMutate: async ({ id, reaction }) => {
      await queryClient.cancelQueries({ queryKey });
      const before = queryClient.getQueryData(queryKey)?.find((each) => each.id === id);
      replace(id, (notice) => withReaction(notice, reaction));
      return { before };
    },
    onSuccess: (notice) => {
      if (isLast(notice.id)) replace(notice.id, () => notice);
    },
    // Takes back this reaction alone: another one to the same notice may have succeeded meanwhile.
    onError: (_error, { id, reaction }, context) => {
      const { before } = context ?? {};
      if (!before) return;
      replace(id, (notice) => ({
        ...withReaction(notice, {
          ...(reaction.liked === undefined ? {} : { liked: before.liked }),
          ...(reaction.bookmarked === undefined ? {} : { bookmarked: before.bookmarked }),
        }),
        ...(reaction.viewed ? { viewed: before.viewed } : {}),
      }));
    },
    meta: { fallback: t('reactionFailed'), quiet: isQuiet },
  });
}

/**
 * Counts short notices as read once they have been on the screen for a moment: there is nothing to expand. Each is sent
 * once, without a message: one that failed is sent again the next time the list is opened.
 */
export function useReadWhenShown(set: NoticeSet, shown: readonly Notice[]): void {
  const { mutate } = useReact(set, { isQuiet: true });
  const tried = useRef(new Set<number>());
  const unread = shown.filter((notice) => !notice.viewed && !isLongNotice(notice)).map(({ id }) => id);
  const ids = unread.join();
  useEffect(() => {
    if (set !== 'read' || ids === '') return;
    const timer = setTimeout(() => {
      for (const id of ids.split(',').map(Number)) {
        if (tried.current.has(id)) continue;
        tried.current.add(id);
        mutate({ id, reaction: { viewed: true } });
      }
    }, READ_AFTER_MS);
    return () => clearTimeout(timer);
  }, [set, ids, mutate]);
}

export interface NewNoticeInput {
  readonly title: string;
  readonly content: string;
  readonly priority: Priority;
  readonly tags: string[];
  /** Null for everybody. */
  readonly audience: { section: string } | { class_id: number } | null;
}

export function useCreateNotice() {
  const api = useApi();
  const queryClient = useQueryClient();
  const { t } = useTranslation('notices');
  return useMutation({
    mutationFn: (json: NewNoticeInput) => answer(api.admin.notices.$post({ json })),
    // Not awaited: the form resets at once for the next notice.
    onSuccess: () => void queryClient.invalidateQueries({ queryKey: KEY }),
    meta: { success: t('form.created'), fallback: t('form.failed'), errorTitle: t('form.failedTitle') },
  });
}

export function useDeleteNotice() {
  const api = useApi();
  const queryClient = useQueryClient();
  const { t } = useTranslation('notices');
  return useMutation({
    mutationFn: (id: number) => answer(api.admin.notices[':id'].$delete({ param: { id: String(id) } })),
    onSuccess: () => queryClient.invalidateQueries({ queryKey: KEY }),
    meta: { success: t('deleted'), fallback: t('deleteFailed') },
  });
}
