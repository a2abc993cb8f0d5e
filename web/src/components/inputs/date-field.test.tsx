import { MantineProvider } from '@mantine/core';
import { useForm } from '@mantine/form';
import type { Language } from '@rollcall/core/kernel/language';
import { render, screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { type ComponentProps, useState } from 'react';
import { I18nextProvider } from 'react-i18next';
import { describe, expect, it, vi } from 'vitest';
import { createI18n } from '../../lib/i18n/i18n.ts';
import { office as germanTexts } from '../../locales/de/office.ts';
import { office as englishTexts } from '../../locales/en/office.ts';
import { fillDate } from '../../testing/fill-date.ts';
import { FormModal } from '../layout/form-modal.tsx';
import { DateField, MonthField } from './date-field.tsx';
import { RangeFields } from './range-fields.tsx';

async function renderTexts(content: React.ReactNode, language: Language = 'en') {
  const i18n = await createI18n(language);
  for (const [name, texts] of Object.entries(language === 'de' ? germanTexts : englishTexts))
    i18n.addResourceBundle(language, name, texts);
  render(
    <I18nextProvider i18n={i18n}>
      <MantineProvider env="test">{content}</MantineProvider>
    </I18nextProvider>,
  );
  return { person: userEvent.setup() };
}

type FieldProps = Partial<ComponentProps<typeof DateField>> & { language?: Language };

/** A field labelled Day with a state of its own; `reported` are the values passed to onChange. */
async function openField(Field: typeof DateField, { language, value = '', ...props }: FieldProps = {}) {
  const reported: string[] = [];
  const Page = () => {
    const [current, setCurrent] = useState(value);
    const change = (next: string) => {
      reported.push(next);
      setCurrent(next);
    };
    return <Field label="Day" {...props} value={current} onChange={change} />;
  };
  const { person } = await renderTexts(<Page />, language);
  const field = screen.getByRole<HTMLInputElement>('textbox', { name: 'Day' });
  return { person, field, reported };
}

const openCalendar = () => screen.findByRole('dialog', { name: 'Day' });

describe('a date field', () => {
  it.each([
    ['2026-03-05', 'en', '5 Mar 2026'],
    ['3/5/2026', 'en', '5 Mar 2026'],
    ['5 march 26', 'en', '5 Mar 2026'],
    ['5.3.2026', 'de', '5. März 2026'],
    ['5. März 2026', 'de', '5. März 2026'],
  ] as const)('takes %s (%s) and shows it in the language of the page', async (text, language, shown) => {
    const { person, field, reported } = await openField(DateField, { language });
    await fillDate(person, field, text);
    expect(reported).toEqual(['2026-03-05']);
    expect(field.value).toBe(shown);
  });

  it('shows the order of day, month and year while it is empty', async () => {
    expect((await openField(DateField)).field.placeholder).toBe('MM/DD/YYYY');
  });

  it('reports a complete date while it is typed, and no date of an incomplete year', async () => {
    const { person, field, reported } = await openField(DateField);
    await person.type(field, '3/5/20');
    expect(reported).toEqual([]);
    await person.type(field, '26');
    expect(reported).toEqual(['2026-03-05']);
    expect(field.value).toBe('3/5/2026');
  });

  it('keeps its value when the text is not a date, and says what it expects', async () => {
    const { person, field, reported } = await openField(DateField, { value: '2026-03-05' });
    await fillDate(person, field, 'soon');
    expect(reported).toEqual([]);
    expect(field.value).toBe('soon');
    expect(screen.getByText(/^Please enter a date, such as /)).toBeTruthy();
    expect(field.getAttribute('aria-invalid')).toBe('true');
    await fillDate(person, field, '2026-03-06');
    expect(reported).toEqual(['2026-03-06']);
    expect(screen.queryByText(/^Please enter/)).toBeNull();
  });

  it('refuses dates outside its limits', async () => {
    const limits = { min: '2026-03-02', max: '2026-03-06', value: '2026-03-05' };
    const { person, field, reported } = await openField(DateField, limits);
    await fillDate(person, field, '2026-03-01');
    expect(screen.getByText('Choose 2 Mar 2026 or later.')).toBeTruthy();
    await fillDate(person, field, '2026-03-07');
    expect(screen.getByText('Choose 6 Mar 2026 or earlier.')).toBeTruthy();
    expect(reported).toEqual([]);
    await person.click(screen.getByRole('button', { name: 'Day: open the calendar' }));
    const calendar = within(await openCalendar());
    const day = async (name: RegExp) => calendar.findByRole<HTMLButtonElement>('button', { name });
    expect((await day(/, 7 March 2026/)).disabled).toBe(true);
    await person.click(await day(/, 6 March 2026/));
    expect(reported).toEqual(['2026-03-06']);
    expect(field.value).toBe('6 Mar 2026');
    expect(screen.queryByText(/or earlier/)).toBeNull();
  });

  it('can be emptied by typing and from the calendar only if it is clearable', async () => {
    const { person, field, reported } = await openField(DateField, { clearable: true, value: '2026-03-05' });
    await person.clear(field);
    expect(reported).toEqual([]);
    await person.tab();
    expect(reported).toEqual(['']);
    await fillDate(person, field, '2026-03-06');
    await person.click(screen.getByRole('button', { name: 'Day: open the calendar' }));
    await person.click(await within(await openCalendar()).findByRole('button', { name: 'Clear' }));
    expect(reported).toEqual(['', '2026-03-06', '']);
    expect(field.value).toBe('');
  });

  it('keeps its value when it is emptied without being clearable', async () => {
    const { person, field, reported } = await openField(DateField, { value: '2026-03-05' });
    await person.clear(field);
    await person.tab();
    expect(reported).toEqual([]);
    expect(screen.getByText(/^Please enter a date, such as /)).toBeTruthy();
    await person.click(screen.getByRole('button', { name: 'Day: open the calendar' }));
    await within(await openCalendar()).findByRole('button', { name: /, 5 March 2026/ });
    expect(screen.queryByRole('button', { name: 'Clear' })).toBeNull();
  });

  it('is used by keyboard: opens on the selected day, moves by arrows, Escape returns to the field', async () => {
    const { person, field, reported } = await openField(DateField, { value: '2026-03-05' });
    await person.click(field);
    await person.keyboard('{ArrowDown}');
    const calendar = within(await openCalendar());
    const selected = await calendar.findByRole('button', { name: 'Thursday, 5 March 2026' });
    await waitFor(() => expect(document.activeElement).toBe(selected));
    expect(selected.getAttribute('aria-pressed')).toBe('true');
    await person.keyboard('{Escape}');
    await waitFor(() => expect(document.activeElement).toBe(field));
    expect(screen.queryByRole('dialog')).toBeNull();
    await person.keyboard('{ArrowDown}');
    await waitFor(() => expect(document.activeElement?.getAttribute('aria-label')).toMatch(/, 5 March/));
    await person.keyboard('{ArrowRight}{Enter}');
    expect(reported).toEqual(['2026-03-06']);
  });

  it('keeps the focus in the calendar when it shows the months and the years', async () => {
    const { person } = await openField(DateField, { language: 'de', value: '2026-03-05' });
    await person.click(screen.getByRole('button', { name: 'Day: Kalender öffnen' }));
    const calendar = within(await openCalendar());
    await person.click(await calendar.findByRole('button', { name: 'März 2026' }));
    await waitFor(() => expect(document.activeElement?.textContent).toBe('März'));
    await person.click(calendar.getByRole('button', { name: 'Voriges Jahr' }));
    await person.click(calendar.getByRole('button', { name: 'Mai' }));
    await waitFor(() => expect(document.activeElement?.getAttribute('aria-label')).toMatch(/1\. Mai 2025/));
    expect(calendar.getByText('Mo')).toBeTruthy();
  });

  it('closes the calendar on Escape, and not the modal that the field is in', async () => {
    const close = vi.fn();
    const { person } = await renderTexts(
      <FormModal title="Correct a day" onClose={close}>
        <DateField label="Day" value="2026-03-05" onChange={() => undefined} />
      </FormModal>,
    );
    await person.click(screen.getByRole('button', { name: 'Day: open the calendar' }));
    const calendar = within(await openCalendar());
    const selected = await calendar.findByRole('button', { name: /, 5 March 2026/ });
    await waitFor(() => expect(document.activeElement).toBe(selected));
    await person.tab();
    expect(document.activeElement).toBe(calendar.getByRole('button', { name: 'Previous month' }));
    await person.keyboard('{Escape}');
    await waitFor(() => expect(screen.queryByRole('dialog', { name: 'Day' })).toBeNull());
    expect(close).not.toHaveBeenCalled();
    await person.keyboard('{Escape}');
    expect(close).toHaveBeenCalled();
  });

  it('does not submit its form while the text is not a date', async () => {
    const submitted = vi.fn();
    const Form = () => {
      const form = useForm({ mode: 'controlled', initialValues: { day: '2026-03-05' } });
      return (
        <form onSubmit={form.onSubmit((values) => submitted(values.day))} noValidate>
          <DateField label="Day" clearable {...form.getInputProps('day')} />
          <button type="submit">Send</button>
        </form>
      );
    };
    const { person } = await renderTexts(<Form />);
    const field = screen.getByRole('textbox', { name: 'Day' });
    await person.clear(field);
    await person.type(field, '2026-02-30{Enter}');
    expect(screen.getByText(/^Please enter a date, such as /)).toBeTruthy();
    await person.click(screen.getByRole('button', { name: 'Send' }));
    expect(submitted).not.toHaveBeenCalled();
    expect(document.activeElement).toBe(field);
    await person.clear(field);
    await person.type(field, '2.3.26{Enter}');
    expect(submitted.mock.calls).toEqual([['2026-02-03']]);
  });
});

describe('a month field', () => {
  it.each(['March 2026', '2026-03', '3/2026', 'mar 26'])('takes %s', async (text) => {
    const { person, field, reported } = await openField(MonthField, { value: '2026-02' });
    expect(field.value).toBe('February 2026');
    await fillDate(person, field, text);
    expect(reported).toEqual(['2026-03']);
    expect(field.value).toBe('March 2026');
  });

  it('keeps its month when the text is none', async () => {
    const { person, field, reported } = await openField(MonthField, { value: '2026-02' });
    await fillDate(person, field, '2026');
    expect(reported).toEqual([]);
    expect(screen.getByText(/^Please enter a month, such as /)).toBeTruthy();
  });

  it('offers the months of a year, within its limits', async () => {
    const { person, field, reported } = await openField(MonthField, { value: '2026-02', max: '2026-03' });
    await person.click(screen.getByRole('button', { name: 'Day: open the calendar' }));
    const months = within(await openCalendar());
    const month = (name: string) => months.findByRole<HTMLButtonElement>('button', { name });
    await waitFor(() => expect(document.activeElement?.textContent).toBe('Feb'));
    expect((await month('April 2026')).disabled).toBe(true);
    await person.click(await month('March 2026'));
    expect(reported).toEqual(['2026-03']);
    expect(field.value).toBe('March 2026');
  });
});

it('a range takes a start after the old end once the end is moved', async () => {
  const reported = vi.fn();
  const Page = () => {
    const [range, setRange] = useState({ from: '2026-03-01', to: '2026-03-06' });
    const change = (next: typeof range) => {
      reported(next);
      setRange(next);
    };
    return <RangeFields range={range} onRange={change} max="2026-05-31" />;
  };
  const { person } = await renderTexts(<Page />);
  await fillDate(person, screen.getByRole('textbox', { name: 'From' }), '2026-04-01');
  expect(reported).not.toHaveBeenCalled();
  expect(screen.getByText('Choose 6 Mar 2026 or earlier.')).toBeTruthy();
  await fillDate(person, screen.getByRole('textbox', { name: 'To' }), '2026-04-10');
  expect(reported.mock.lastCall).toEqual([{ from: '2026-04-01', to: '2026-04-10' }]);
  expect(screen.queryByText(/or earlier/)).toBeNull();
});
