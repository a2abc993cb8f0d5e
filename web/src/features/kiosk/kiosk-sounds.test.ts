import { expect, it, vi } from 'vitest';
import { playSound } from './kiosk-sounds.ts';

it('keeps no tones while the browser allows no sound', () => {
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
