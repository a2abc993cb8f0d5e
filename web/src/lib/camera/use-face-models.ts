import { useCallback, useEffect, useState } from 'react';
import { type FaceLoading, useHost } from '../api/host.ts';

const READY: FaceLoading = { state: 'ready' };
const BEGINNING: FaceLoading = { state: 'loading', done: 0, total: 0 };

/**
 * The networks that recognise faces. A server has them; a demo downloads them, which must be over before a camera opens:
 * a picture would wait for them and run into the time limit of its answer.
 */
export function useFaceModels(): { readonly loading: FaceLoading; readonly retry: () => void } {
  const { demo, prepareFaces } = useHost();
  const [loading, setLoading] = useState<FaceLoading>(demo ? BEGINNING : READY);
  useEffect(() => {
    if (!demo) return;
    const stop = demo.onFaces(setLoading);
    prepareFaces();
    return stop;
  }, [demo, prepareFaces]);
  const retry = useCallback(() => {
    setLoading(BEGINNING);
    prepareFaces();
  }, [prepareFaces]);
  return { loading, retry };
}
