import { useEffect, useRef } from 'react';

/** A page change in place of a page load: the reader of a screen reader must land in the new page. */
export function useFocusOnNavigate(pathname: string): void {
  const before = useRef(pathname);
  useEffect(() => {
    if (before.current === pathname) return;
    before.current = pathname;
    document.getElementById('content')?.focus({ preventScroll: true });
  }, [pathname]);
}
