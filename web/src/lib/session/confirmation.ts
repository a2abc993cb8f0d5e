import { createContext, useContext } from 'react';

interface Question {
  readonly answer: Promise<boolean>;
  readonly settle: (isConfirmed: boolean) => void;
}

/**
 * Asks the signed-in person to show again who they are, before a dangerous act. `ask` resolves to false if they
 * cancel. Calls that need it at the same time share one dialog.
 */
export function createConfirmation() {
  let question: Question | null = null;
  const listeners = new Set<() => void>();
  const set = (next: Question | null) => {
    question = next;
    for (const listener of listeners) listener();
  };
  return {
    ask(): Promise<boolean> {
      if (question) return question.answer;
      let settle: Question['settle'] = () => undefined;
      const answer = new Promise<boolean>((resolve) => {
        settle = resolve;
      });
      set({ answer, settle });
      return answer;
    },

    settle(isConfirmed: boolean): void {
      question?.settle(isConfirmed);
      set(null);
    },

    isAsked: (): boolean => question !== null,

    subscribe(listener: () => void): () => void {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
  };
}

export type Confirmation = ReturnType<typeof createConfirmation>;

export const ConfirmationContext = createContext<Confirmation | null>(null);

export function useConfirmation(): Confirmation {
  const confirmation = useContext(ConfirmationContext);
  if (!confirmation) throw new Error('ConfirmationContext is missing.');
  return confirmation;
}
