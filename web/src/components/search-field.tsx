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

/** A search that lives in the address: it is told when the typing pauses. */
export function SearchField({ className, value, onSearch, ...input }: SearchFieldProps) {
  const { history } = useRouter();
  const [text, setText] = useState(value ?? '');
  const told = useRef(value);
  // The address may change by itself; but what only comes back from here is older than what has been typed since.
  useEffect(() => {
    if (value !== told.current) setText(value ?? '');
    told.current = value;
  }, [value]);
  // Who types and at once opens a row is on the way to another page while this one still stands:
  // telling the search then would call them back.
  const tell = useDebouncedCallback((typed: string, page: string) => {
    if (history.location.pathname !== page) return;
    told.current = typed.trim() || undefined;
    onSearch(told.current);
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
        tell(event.currentTarget.value, history.location.pathname);
      }}
    />
  );
}
