import type { Locator, Page } from 'playwright-core';

/** Types a date (`YYYY-MM-DD`) or month (`YYYY-MM`) into the date field with this label, and leaves the field. */
export async function fillDate(where: Page | Locator, label: string, text: string): Promise<void> {
  const field = where.getByRole('textbox', { name: label, exact: true });
  await field.fill(text);
  await field.blur();
}

/** Opens the calendar of the first date field with this label and waits until it is loaded. */
export async function openCalendar(where: Page | Locator, label: string): Promise<void> {
  const field = where.getByRole('textbox', { name: label, exact: true }).first();
  await field.press('ArrowDown');
  await field.page().locator('[data-calendar]').waitFor();
}
