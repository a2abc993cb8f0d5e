import { useEffect, useState } from 'react';
import { whenIdle } from './idle.ts';

/** True once the page is shown and the browser idle: for what nobody sees or needs at first. */
export function useLater(): boolean {
  const [isLater, setLater] = useState(false);
  useEffect(() => whenIdle(() => setLater(true)), []);
  return isLater;
}
