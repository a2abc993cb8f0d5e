import { act, renderHook } from '@testing-library/react';
import type { ReactNode } from 'react';
import { beforeEach, expect, it, onTestFinished, vi } from 'vitest';
import { type Host, HostContext } from '../api/host.ts';
import { isMirroredFor } from './open-stream.ts';
import { useCamera } from './use-camera.ts';

// The hook asks the host for nothing else.
const host = { prepareFaces: () => undefined } as Partial<Host> as Host;
const wrapper = ({ children }: { children: ReactNode }) => <HostContext value={host}>{children}</HostContext>;
beforeEach(() => localStorage.clear());

it('remembers one camera per direction', () => {
  const getUserMedia = vi.fn((_: MediaStreamConstraints) => new Promise<MediaStream>(() => {}));
  Object.defineProperty(navigator, 'mediaDevices', { configurable: true, value: { getUserMedia } });
  onTestFinished(() => void Reflect.deleteProperty(navigator, 'mediaDevices'));
  const asked = () => getUserMedia.mock.calls.at(-1)?.[0].video;
  const classPhoto = renderHook(() => useCamera({ facing: 'environment' }), { wrapper });
  act(() => classPhoto.result.current.switchTo('rear'));
  expect(asked()).toMatchObject({ deviceId: { exact: 'rear' } });
  const face = renderHook(() => useCamera(), { wrapper });
  act(() => face.result.current.start());
  expect(asked()).toMatchObject({ facingMode: { ideal: 'user' } });
  const again = renderHook(() => useCamera({ facing: 'environment' }), { wrapper });
  act(() => again.result.current.start());
  expect(asked()).toMatchObject({ deviceId: { exact: 'rear' } });
});

it.each([
  ['user', 'environment', true],
  ['environment', 'user', false],
  [undefined, 'user', true],
  [undefined, 'environment', false],
] as const)('mirrors a camera that says %s and was wanted as %s: %s', (says, wanted, isMirrored) => {
  expect(isMirroredFor(says, wanted)).toBe(isMirrored);
});
