import { QueryClient, QueryClientProvider } from '@tanstack/react-query';
import { act, renderHook, waitFor } from '@testing-library/react';
import type { ReactNode } from 'react';
import { describe, expect, it, vi } from 'vitest';
import { serverHost } from '../../app/api.ts';
import type { Api } from '../../lib/api/api.ts';
import { HostContext } from '../../lib/api/host.ts';
import { createKioskFigures } from './care/kiosk-figures.ts';
import type { KioskParts, OwnKiosk } from './kiosk.queries.ts';
import type { KioskState } from './kiosk.reducer.ts';
import { playSound } from './kiosk-sounds.ts';
import { useKioskFlow } from './use-kiosk-flow.ts';

const NOTHING = { mark: null, asked: null, movement: null, reason: null };
const mark = {
  answer_id: 'a',
  name: 'Aylin K.',
  time: '08:00',
  direction: 'in',
  is_repeat: false,
  status: 'on_time',
};
const MARKED = { ...NOTHING, outcome: 'marked', mark };
const ASKED = { ...NOTHING, outcome: 'pin_asked', asked: { try_id: 't', digits: 'two_digits' } };

/** A kiosk whose server counts the calls and answers when it is told to. */
function openKiosk(answers: Record<string, unknown>) {
  const calls: string[] = [];
  let release = () => {};
  const call = (name: string) => ({
    $post: async () => {
      calls.push(name);
      await new Promise<void>((resolve) => {
        release = resolve;
      });
      return Response.json(answers[name]);
    },
  });
  const client = { kiosk: { pin: call('pin'), digits: call('digits'), 'not-me': call('not-me') } };
  const queries = new QueryClient();
  const kiosk = { means: ['pin'], sound: false, isOffline: false, sealing: null, asks_digits: false };
  const flow = renderHook(
    () =>
      useKioskFlow({
        kiosk: kiosk as unknown as OwnKiosk, // the settings that are used
        parts: { client: client as unknown as Api } as unknown as KioskParts, // the calls that are made
        figures: createKioskFigures(() => performance.now()),
        isCovered: false,
        onEnded: () => undefined,
      }),
    {
      wrapper: ({ children }: { children: ReactNode }) => (
        <HostContext value={serverHost(fetch, 'http://localhost:5000')}>
          <QueryClientProvider client={queries}>{children}</QueryClientProvider>
        </HostContext>
      ),
    },
  );
  return {
    calls,
    flow: () => flow.result.current,
    screen: () => flow.result.current.state.screen,
    answer: () => act(async () => release()),
    close: flow.unmount,
  };
}

describe('a kiosk that awaits an answer', () => {
  it('sends digits once, also where ✓ is pressed after the last of them', async () => {
    const { calls, flow, screen, answer, close } = openKiosk({ pin: ASKED, digits: MARKED });
    act(() => flow().sendPin('AB001', '1234'));
    act(() => flow().sendPin('AB001', '1234'));
    await waitFor(() => expect(calls).toEqual(['pin']));
    await answer();
    await waitFor(() => expect(screen().kind).toBe('digits'));
    act(() => flow().sendDigits('t', '12'));
    act(() => flow().sendDigits('t', '12'));
    await waitFor(() => expect(calls.length).toBeGreaterThan(1));
    await answer();
    await waitFor(() => expect(screen().kind).toBe('marked'));
    expect(calls).toEqual(['pin', 'digits']);
    close();
  });

  it('takes a name back once', async () => {
    const { calls, flow, screen, answer, close } = openKiosk({ pin: MARKED, 'not-me': {} });
    act(() => flow().sendPin('AB001', '1234'));
    await waitFor(() => expect(calls).toEqual(['pin']));
    await answer();
    await waitFor(() => expect(screen().kind).toBe('marked'));
    const shown = (screen() as Extract<KioskState['screen'], { kind: 'marked' }>).mark; // waited for above
    act(() => flow().notMe(shown));
    await waitFor(() => expect(flow().isTakingBack).toBe(true));
    act(() => flow().notMe(shown));
    await answer();
    await waitFor(() => expect(screen()).toMatchObject({ kind: 'marked', isUndone: true }));
    expect(calls).toEqual(['pin', 'not-me']);
    close();
  });
});

it('a kiosk keeps no tones while the browser allows no sound', () => {
  const tone = () => ({
    frequency: {},
    gain: {},
    connect: (next: unknown) => next,
    start: () => undefined,
    stop: () => undefined,
  });
  const createOscillator = vi.fn(tone);
  const context = {
    state: 'suspended',
    currentTime: 0,
    createOscillator,
    createGain: tone,
    resume: async () => undefined,
  };
  vi.stubGlobal('AudioContext', function AudioContext() {
    return context;
  });
  for (let times = 0; times < 3; times++) playSound('marked');
  expect(createOscillator).not.toHaveBeenCalled();
  context.state = 'running';
  playSound('marked');
  expect(createOscillator).toHaveBeenCalledTimes(2);
  vi.unstubAllGlobals();
});
