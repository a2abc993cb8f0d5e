/**
 * Click handler of a button that starts a job: the second click of a double click starts no second one, even if the
 * first job has ended meanwhile.
 */
export const onSingleClick =
  (run: () => void) =>
  ({ detail }: { readonly detail: number }): void => {
    // The number of clicks in a row; 0 from the keyboard.
    if (detail <= 1) run();
  };
