import { createContext, type ReactNode, useContext, useLayoutEffect } from 'react';

const StartedContext = createContext<() => void>(() => undefined);

export function Started({ onStarted, children }: { onStarted: () => void; children: ReactNode }) {
  return <StartedContext value={onStarted}>{children}</StartedContext>;
}

/**
 * For prerendered pages: says that the app has taken the page over, before anything renders again, since a field would
 * then lose what was typed into it before. React takes over the frame first and the page in it later.
 */
export function useStarted(): void {
  const onStarted = useContext(StartedContext);
  useLayoutEffect(onStarted, [onStarted]);
}
