import { createClient } from '@rollcall/api/client';
import { QueryClient, QueryClientProvider } from '@tanstack/react-query';
import { act, renderHook } from '@testing-library/react';
import type { ReactNode } from 'react';
import { I18nextProvider } from 'react-i18next';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { ApiContext } from '../../lib/api/api.ts';
import { createI18n } from '../../lib/i18n/i18n.ts';
import { useNotices, useReadWhenShown } from './notices.queries.ts';

beforeEach(() => void vi.useFakeTimers({ shouldAdvanceTime: true }));
afterEach(() => void vi.useRealTimers());

const NOTICE = { content: 'Short', viewed: false, liked: false, likes: 0, bookmarked: false };

it('a list of notices counts each short notice as read once, also where the server refuses', async () => {
  const sent: string[] = [];
  const { api } = createClient('http://school', {
    fetch: async (input, init) => {
      const { method, url } = new Request(input, init);
      if (method === 'GET') return Response.json({ notices: [1, 2].map((id) => ({ ...NOTICE, id })) });
      sent.push(new URL(url).pathname);
      return Response.json({ error: { code: 'too_many_requests', message: 'Wait.' } }, { status: 429 });
    },
    headers: () => ({}),
  });
  const i18n = await createI18n('en');
  const queries = new QueryClient();
  const wrapper = ({ children }: { children: ReactNode }) => (
    <I18nextProvider i18n={i18n}>
      <QueryClientProvider client={queries}>
        <ApiContext value={api}>{children}</ApiContext>
      </QueryClientProvider>
    </I18nextProvider>
  );
  const hook = renderHook(() => useReadWhenShown('read', useNotices('read').data ?? []), { wrapper });
  await act(() => vi.advanceTimersByTimeAsync(20_000));
  expect(sent.toSorted()).toEqual(['/api/user/notices/1/reaction', '/api/user/notices/2/reaction']);
  const reactions = queries.getMutationCache().getAll();
  expect(reactions.map(({ meta }) => meta?.quiet)).toEqual([true, true]);
  hook.unmount();
});
