/** Which camera was chosen on this device. Storage may be closed to us (private mode): then nothing is kept. */
const KEY = 'camera-device';

export function rememberedCamera(): string | null {
  try {
    return localStorage.getItem(KEY);
  } catch {
    return null;
  }
}

export function rememberCamera(deviceId: string): void {
  try {
    localStorage.setItem(KEY, deviceId);
  } catch {
    // The choice holds for this visit.
  }
}
