import type { UserEvent } from '@testing-library/user-event';

/**
 * Puts a text at the end of a field in one event, as pasting does. For texts whose keystrokes do not matter: each key
 * renders the page again.
 */
export async function enterText(person: UserEvent, field: HTMLElement, text: string): Promise<void> {
  await person.click(field);
  await person.paste(text);
}
