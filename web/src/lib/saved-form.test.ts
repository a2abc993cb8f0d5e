import { act, renderHook } from '@testing-library/react';
import { expect, it } from 'vitest';
import { useSavedForm } from './saved-form.ts';

const open = () =>
  renderHook(({ saved }) => useSavedForm(saved), { initialProps: { saved: { name: 'A', colour: 'red' } } });

it('shows what was saved elsewhere while nothing is entered', () => {
  const { result, rerender } = open();
  rerender({ saved: { name: 'B', colour: 'red' } });
  expect(result.current.getValues()).toEqual({ name: 'B', colour: 'red' });
  expect(result.current.isDirty()).toBe(false);
});

it('keeps what is entered when something is saved elsewhere, and compares it with that', () => {
  const { result, rerender } = open();
  act(() => result.current.setFieldValue('colour', 'green'));
  rerender({ saved: { name: 'B', colour: 'red' } });
  expect(result.current.getValues()).toEqual({ name: 'A', colour: 'green' });
  expect(result.current.isDirty()).toBe(true);
  act(() => result.current.setValues({ name: 'B', colour: 'red' }));
  expect(result.current.isDirty()).toBe(false);
});

it('keeps what is entered while the save before it is on its way', () => {
  const { result, rerender } = open();
  act(() => result.current.setFieldValue('name', 'B'));
  const sent = { ...result.current.getValues() };
  act(() => result.current.setFieldValue('colour', 'green'));
  act(() => result.current.resetDirty(sent));
  rerender({ saved: sent });
  expect(result.current.getValues()).toEqual({ name: 'B', colour: 'green' });
  expect(result.current.isDirty()).toBe(true);
});
