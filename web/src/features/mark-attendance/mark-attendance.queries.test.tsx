import { createClient } from '@rollcall/api/client';
import { QueryClient, QueryClientProvider } from '@tanstack/react-query';
import { act, renderHook, waitFor } from '@testing-library/react';
import type { ReactNode } from 'react';
import { afterEach, describe, expect, it, vi } from 'vitest';
import { ApiContext } from '../../lib/api/api.ts';
import { RecognitionTimeout, useMarkByFace } from './mark-attendance.queries.ts';

afterEach(() => void vi.useRealTimers());

/** The recognition on a server that never answers. */
function openRecognition() {
  const signals: AbortSignal[] = [];
  const silent: typeof fetch = (_input, init) =>
    new Promise((_resolve, reject) => {
      const signal = init?.signal;
      if (!signal) return;
      signals.push(signal);
      signal.addEventListener('abort', () => reject(new DOMException('aborted', 'AbortError')));
    });
  const { api } = createClient('http://school', { fetch: silent, headers: () => ({}) });
  const queryClient = new QueryClient({ defaultOptions: { mutations: { networkMode: 'always' } } });
  const wrapper = ({ children }: { children: ReactNode }) => (
    <QueryClientProvider client={queryClient}>
      <ApiContext value={api}>{children}</ApiContext>
    </QueryClientProvider>
  );
  return { signals, ...renderHook(() => useMarkByFace(), { wrapper }) };
}

describe('a picture for recognition', () => {
  it('is not sent on once its window is closed', async () => {
    const { signals, result, unmount } = openRecognition();
    act(() => result.current.mutate({ scan_id: 's', image: 'x' }));
    await waitFor(() => expect(signals).toHaveLength(1));
    unmount();
    expect(signals[0]?.aborted).toBe(true);
  });

  it('is given up for the next one', async () => {
    const { signals, result } = openRecognition();
    act(() => result.current.mutate({ scan_id: 's', image: 'x' }));
    await waitFor(() => expect(signals).toHaveLength(1));
    act(() => result.current.mutate({ scan_id: 's', image: 'y' }));
    await waitFor(() => expect(signals).toHaveLength(2));
    expect(signals.map(({ aborted }) => aborted)).toEqual([true, false]);
  });

  it('times out after 15 seconds, although the browser believes that it is offline', async () => {
    vi.useFakeTimers();
    const { result } = openRecognition();
    window.dispatchEvent(new Event('offline'));
    act(() => result.current.mutate({ scan_id: 's', image: 'x' }));
    await act(() => vi.advanceTimersByTimeAsync(14_900));
    expect(result.current.isPending).toBe(true);
    await act(() => vi.advanceTimersByTimeAsync(200));
    expect(result.current.error).toBeInstanceOf(RecognitionTimeout);
    window.dispatchEvent(new Event('online'));
  });
});
