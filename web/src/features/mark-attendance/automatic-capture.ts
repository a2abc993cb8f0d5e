/** Whether a steady face takes the picture by itself. On unless switched off on this device. */
const KEY = 'camera-automatic';

export function isAutomatic(): boolean {
  try {
    return localStorage.getItem(KEY) !== 'off';
  } catch {
    return true;
  }
}

export function rememberAutomatic(isOn: boolean): void {
  try {
    localStorage.setItem(KEY, isOn ? 'on' : 'off');
  } catch {
    // Storage is closed to us: the choice holds for this visit.
  }
}
