import type { UserEvent } from '@testing-library/user-event';

/** Types a date or month into a date field, replacing what it holds, and leaves the field. */
export async function fillDate(person: UserEvent, field: HTMLElement, text: string): Promise<void> {
  await person.clear(field);
  await person.type(field, text);
  await person.tab();
}
