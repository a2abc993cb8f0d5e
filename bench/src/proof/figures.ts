export const percent = (share: number, digits = 2): string => `${(100 * share).toFixed(digits)} %`;
export const count = (value: number): string => value.toLocaleString('en-US');
export const seconds = (ms: number): string => `${(ms / 1000).toFixed(2)} s`;
export const minutes = (ms: number): string => `${(ms / 60_000).toFixed(1)} minutes`;
