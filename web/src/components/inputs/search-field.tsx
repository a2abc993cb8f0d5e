import { TextInput, type TextInputProps } from '@mantine/core';
import { useDebouncedCallback } from '@mantine/hooks';
import { IconSearch } from '@tabler/icons-react';
import { useRouter } from '@tanstack/react-router';
import { useEffect, useRef, useState } from 'react';

interface SearchFieldProps
  extends Pick<TextInputProps, 'label' | 'aria-label' | 'placeholder' | 'maxLength'> {
  readonly className?: string | undefined;
  readonly value: string | undefined;
  readonly onSearch: (text: string | undefined) => void;
}

const TYPING_MS = 300;

/** Search input whose value is a search parameter of the page; calls `onSearch` when typing pauses. */
export function SearchField({ className, value, onSearch, ...input }: SearchFieldProps) {
  const { history } = useRouter();
  const [text, setText] = useState(value ?? '');
  const reported = useRef(value);
  // Follows a change of the address, except the value reported from here: the text may be newer by then.
  useEffect(() => {
    if (value !== reported.current) setText(value ?? '');
    reported.current = value;
  }, [value]);
  // Not reported during a navigation to another page: updating the search would navigate back to this one.
  const report = useDebouncedCallback((typed: string, page: string) => {
    if (history.location.pathname !== page) return;
    reported.current = typed.trim() || undefined;
    onSearch(reported.current);
  }, TYPING_MS);
  return (
    <TextInput
      {...input}
      className={className ?? ''}
      type="search"
      leftSection={<IconSearch size={18} aria-hidden />}
      value={text}
      onChange={(event) => {
        setText(event.currentTarget.value);
        report(event.currentTarget.value, history.location.pathname);
      }}
    />
  );
}
