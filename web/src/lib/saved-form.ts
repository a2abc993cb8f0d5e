import { type UseFormInput, type UseFormReturnType, useForm } from '@mantine/form';
import { useEffect, useRef } from 'react';
import { useUnsaved } from './unsaved.ts';

/**
 * A form of what is saved. While nothing is entered in it, it follows what is saved elsewhere; what is entered stays,
 * and is unsaved work until `form.resetDirty(values)` says that it is saved.
 */
export function useSavedForm<Values extends object>(
  saved: Values,
  options: Omit<UseFormInput<Values>, 'initialValues' | 'mode'> = {},
): UseFormReturnType<Values> {
  const form = useForm<Values>({ ...options, mode: 'controlled', initialValues: saved });
  useUnsaved(form.isDirty());
  const text = JSON.stringify(saved);
  const shown = useRef(text);
  useEffect(() => {
    if (shown.current === text) return;
    shown.current = text;
    const isEntered = form.isDirty();
    form.resetDirty(saved);
    if (!isEntered) form.setValues(saved);
  }, [form, saved, text]);
  return form;
}
