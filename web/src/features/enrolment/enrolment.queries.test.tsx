import { notifications } from '@mantine/notifications';
import { createClient } from '@rollcall/api/client';
import { QueryClient, QueryClientProvider } from '@tanstack/react-query';
import { act, renderHook, waitFor } from '@testing-library/react';
import type { ReactNode } from 'react';
import { I18nextProvider } from 'react-i18next';
import { afterEach, describe, expect, it, vi } from 'vitest';
import { type Api, ApiContext } from '../../lib/api/api.ts';
import { createI18n } from '../../lib/i18n/i18n.ts';
import { useCheckPhoto, useUploadFace } from './enrolment.queries.ts';

afterEach(() => void vi.restoreAllMocks());

async function wrapperOf(api: Api) {
  const i18n = await createI18n('en');
  const queries = new QueryClient();
  return ({ children }: { children: ReactNode }) => (
    <I18nextProvider i18n={i18n}>
      <QueryClientProvider client={queries}>
        <ApiContext value={api}>{children}</ApiContext>
      </QueryClientProvider>
    </I18nextProvider>
  );
}

/** Sends photos; the test gives the answer. */
async function sendPhotos() {
  let answer: (response: Response) => void = () => undefined;
  const answered = new Promise<Response>((resolve) => {
    answer = resolve;
  });
  const { api } = createClient('http://school', { fetch: () => answered, headers: () => ({}) });
  const wrapper = await wrapperOf(api);
  const shown = vi.spyOn(notifications, 'show').mockReturnValue('');
  const hook = renderHook(() => useUploadFace('burst', false), { wrapper });
  const subject = { id: 'S1', name: 'Ada Rai' };
  act(() =>
    hook.result.current.mutate({
      subject,
      photos: ['a', 'b', 'c'],
      lookAlikeOf: null,
      onDone: () => undefined,
    }),
  );
  return { ...hook, shown, answer };
}

const fail = () => Response.json({ error: { code: 'internal', message: 'Sorry.' } }, { status: 500 });

/** Sends a photo for each answer. */
async function uploadOneByOne(answers: (() => Response)[]) {
  const photos = answers.map((_, at) => `${at}`);
  const { api } = createClient('http://school', {
    fetch: async () => (answers.shift() ?? fail)(),
    headers: () => ({}),
  });
  const wrapper = await wrapperOf(api);
  const hook = renderHook(() => useUploadFace('countdown', false), { wrapper });
  const subject = { id: 'S1', name: 'Ada Rai' };
  act(() => hook.result.current.mutate({ subject, photos, lookAlikeOf: null, onDone: () => undefined }));
  return hook;
}

describe('an upload whose window is closed', () => {
  it.each([
    [{ success: true, message: 'ok' }, 'status'],
    [{ success: false, message: 'No face was found.' }, 'alert'],
  ])('still tells its result: %j', async (body, role) => {
    const { unmount, shown, answer } = await sendPhotos();
    unmount();
    answer(Response.json(body));
    await waitFor(() => expect(shown).toHaveBeenCalledOnce());
    expect(shown.mock.calls[0]?.[0]).toMatchObject({ title: 'Ada Rai', role });
  });

  it('leaves it to the window while that is open', async () => {
    const { result, shown, answer } = await sendPhotos();
    answer(Response.json({ success: true, message: 'ok' }));
    await waitFor(() => expect(result.current.isSuccess).toBe(true));
    expect(shown).not.toHaveBeenCalled();
  });
});

it('photos that are sent one by one register a face with those that were accepted, also where a call fails', async () => {
  const hook = await uploadOneByOne([() => Response.json({ success: true, message: 'ok' }), fail, fail]);
  await waitFor(() => expect(hook.result.current.isSuccess).toBe(true));
  expect(hook.result.current.data?.map(({ success }) => success)).toEqual([true]);
});

it('photos that are sent one by one fail where no call succeeds', async () => {
  const hook = await uploadOneByOne([fail, fail]);
  await waitFor(() => expect(hook.result.current.isError).toBe(true));
});

it('the check of a photo goes on while the next one is checked, and ends with the window', async () => {
  const signals: AbortSignal[] = [];
  const { api } = createClient('http://school', {
    fetch: (input, init) => {
      signals.push(new Request(input, init).signal);
      return new Promise<Response>(() => undefined);
    },
    headers: () => ({}),
  });
  const wrapper = await wrapperOf(api);
  const { result, unmount } = renderHook(() => useCheckPhoto(), { wrapper });
  act(() => result.current.mutate('first'));
  act(() => result.current.mutate('second'));
  await waitFor(() => expect(signals).toHaveLength(2));
  expect(signals.map(({ aborted }) => aborted)).toEqual([false, false]);
  unmount();
  expect(signals.map(({ aborted }) => aborted)).toEqual([true, true]);
});
