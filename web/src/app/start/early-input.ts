/** What a click would do only once the app runs. Links work without it. */
const ACTED_BY_APP = 'button, input[type="checkbox"], input[type="radio"]';

/**
 * Keeps what somebody does on a prerendered page before the app runs: the last button or form, and the text in fields.
 * The returned function stops that and does it all again, now with the app.
 */
export function keepEarlyInput(root: HTMLElement): () => void {
  let again: (() => void) | null = null;
  const keepClick = (event: Event) => {
    const control = event.target instanceof Element ? event.target.closest<HTMLElement>(ACTED_BY_APP) : null;
    if (!control) return;
    event.preventDefault();
    again = () => control.click();
  };
  const keepSubmit = (event: Event) => {
    const form = event.target instanceof HTMLFormElement ? event.target : null;
    event.preventDefault();
    again = () => form?.requestSubmit();
  };
  root.addEventListener('click', keepClick, { capture: true });
  root.addEventListener('submit', keepSubmit, { capture: true });
  return () => {
    root.removeEventListener('click', keepClick, { capture: true });
    root.removeEventListener('submit', keepSubmit, { capture: true });
    void tellAll(textsIn(root)).then(() => again?.());
  };
}

type Text = readonly [field: HTMLInputElement, text: string];

const textsIn = (root: HTMLElement): Text[] =>
  [...root.querySelectorAll('input')]
    .filter(({ value, defaultValue }) => value !== '' && value !== defaultValue)
    .map((field) => [field, field.value]);

/** One after the other: a form that keeps its fields in one state forgets the first if the second follows at once. */
async function tellAll(texts: readonly Text[]): Promise<void> {
  // React hears nothing while it is at work itself.
  await null;
  for (const [field, text] of texts) {
    tellReact(field, text);
    await new Promise((next) => setTimeout(next, 0));
  }
}

interface ValueTracker {
  setValue(text: string): void;
}

/** React's own record of a field's value; there is none before it has taken the field over. */
function trackerOf(field: HTMLInputElement): ValueTracker | null {
  const tracker: unknown = Reflect.get(field, '_valueTracker');
  const isTracker = typeof tracker === 'object' && tracker !== null && 'setValue' in tracker;
  return isTracker ? (tracker as ValueTracker) : null; // as the check says
}

/** React ignores an input event for a text that it found in the field when it took it over. */
function tellReact(field: HTMLInputElement, text: string): void {
  const tell = () => field.dispatchEvent(new Event('input', { bubbles: true }));
  // React takes a part of the page over at once when something happens in it.
  if (!trackerOf(field)) tell();
  // Rendering because of the field before may have emptied this one.
  if (field.value === '') field.value = text;
  trackerOf(field)?.setValue('');
  tell();
}
