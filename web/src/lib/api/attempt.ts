import { type RefObject, useCallback, useEffect, useRef } from 'react';

/**
 * Returns a function that begins an attempt and gives its signal. A new attempt, or closing the window, aborts the
 * one before: a picture is not sent after its moment.
 */
export function useAttempt(): () => AbortSignal {
  const current = useRef<AbortController | null>(null);
  useEffect(() => () => current.current?.abort(), []);
  return useCallback(() => {
    current.current?.abort();
    current.current = new AbortController();
    return current.current.signal;
  }, []);
}

/** Returns a function that gives a signal for a call: closing the window aborts it, another call does not. */
export function useOpenSignal(): () => AbortSignal {
  const current = useRef<AbortController | null>(null);
  useEffect(
    () => () => {
      current.current?.abort();
      current.current = null;
    },
    [],
  );
  return useCallback(() => {
    current.current ??= new AbortController();
    return current.current.signal;
  }, []);
}

/** Whether the window is still open when an answer arrives: if not, nobody else tells the result. */
export function useIsOpen(): RefObject<boolean> {
  const isOpen = useRef(true);
  useEffect(() => {
    isOpen.current = true;
    return () => {
      isOpen.current = false;
    };
  }, []);
  return isOpen;
}
