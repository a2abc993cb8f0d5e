import { createContext, useCallback, useContext, useEffect, useRef } from 'react';

/** What would be lost: the question names it. */
export type UnsavedKind = 'entered' | 'passwords' | 'token';

/** Whatever the unsaved work belongs to: an open window, or the page (null). */
export type UnsavedScope = object | null;

interface Question {
  readonly answer: Promise<boolean>;
  readonly settle: (mayDiscard: boolean) => void;
}

/**
 * Knows which open forms hold something that is not saved, and which windows are open. Closing a window, leaving the
 * page and signing out ask here first; the question is shown by app/shell/unsaved-guard.tsx.
 */
export function createUnsavedWork() {
  const works = new Set<{ readonly scope: UnsavedScope; readonly kind: UnsavedKind }>();
  /** What Back closes, the topmost window last. */
  const windows: (() => void)[] = [];
  let question: Question | null = null;
  const listeners = new Set<() => void>();
  const tell = () => {
    for (const listener of listeners) listener();
  };

  const hasAny = (): boolean => works.size > 0;
  /** Asks whether the unsaved work may be thrown away. Whoever asks meanwhile gets the same answer. */
  const ask = (): Promise<boolean> => {
    if (question) return question.answer;
    let settle: Question['settle'] = () => undefined;
    const answer = new Promise<boolean>((resolve) => {
      settle = resolve;
    });
    question = { answer, settle };
    tell();
    return answer;
  };

  return {
    add(scope: UnsavedScope, kind: UnsavedKind = 'entered'): () => void {
      const work = { scope, kind };
      works.add(work);
      tell();
      return () => {
        if (works.delete(work)) tell();
      };
    },

    hasAny,
    hasKind: (kind: UnsavedKind): boolean => [...works].some((work) => work.kind === kind),
    hasIn: (scope: UnsavedScope): boolean => [...works].some((work) => work.scope === scope),
    ask,
    isAsked: (): boolean => question !== null,
    settle(mayDiscard: boolean): void {
      const asked = question;
      question = null;
      tell();
      asked?.settle(mayDiscard);
    },

    /** Whether everything open may be left: at once if nothing is unsaved. */
    mayLeave: async (): Promise<boolean> => !hasAny() || ask(),

    openWindow(close: () => void): () => void {
      windows.push(close);
      tell();
      return () => {
        windows.splice(windows.indexOf(close), 1);
        tell();
      };
    },

    /** Closes the topmost window; null if none is open. */
    topWindow: (): (() => void) | null => windows.at(-1) ?? null,

    /** Forgets everything, e.g. because another person has signed in: their pages hold nothing of it. */
    clear(): void {
      works.clear();
      this.settle(true);
    },

    subscribe(listener: () => void): () => void {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
  };
}

export type UnsavedWork = ReturnType<typeof createUnsavedWork>;

/** Null in tests of a single component. */
export const UnsavedContext = createContext<UnsavedWork | null>(null);
export const UnsavedScopeContext = createContext<UnsavedScope>(null);

/**
 * Marks the form as unsaved while `isDirty`. Returns a function that takes the mark back at once: call it after a
 * save that leaves the page, because the form still holds the same values then.
 */
export function useUnsaved(isDirty: boolean, kind: UnsavedKind = 'entered'): () => void {
  return useUnsavedIn(useContext(UnsavedScopeContext), isDirty, kind);
}

/** The same for a window that knows itself whether its form is saved. */
export function useUnsavedIn(scope: UnsavedScope, isDirty: boolean, kind: UnsavedKind = 'entered') {
  const work = useContext(UnsavedContext);
  const remove = useRef<(() => void) | undefined>(undefined);
  useEffect(() => {
    if (!work || !isDirty) return;
    remove.current = work.add(scope, kind);
    return () => remove.current?.();
  }, [work, scope, isDirty, kind]);
  return useCallback(() => remove.current?.(), []);
}
