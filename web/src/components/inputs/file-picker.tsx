import { Button } from '@mantine/core';
import { IconUpload } from '@tabler/icons-react';
import { type DragEvent, useRef, useState } from 'react';
import classes from './file-picker.module.css';

interface FilePickerProps {
  readonly label: string;
  readonly hint: string;
  /** The input's `accept` attribute: `.csv,.xlsx`. */
  readonly accept: string;
  readonly onFile: (file: File) => void;
}

/** Chooses one file, by button or by drag and drop. */
export function FilePicker({ label, hint, accept, onFile }: FilePickerProps) {
  const input = useRef<HTMLInputElement>(null);
  const [isOver, setOver] = useState(false);
  const drop = (event: DragEvent) => {
    event.preventDefault();
    setOver(false);
    const file = event.dataTransfer.files[0];
    if (file) onFile(file);
  };
  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: dropping is a shortcut; the button does the same for everyone
    <div
      className={classes.area}
      data-over={isOver}
      onDragOver={(event) => {
        event.preventDefault();
        setOver(true);
      }}
      onDragLeave={() => setOver(false)}
      onDrop={drop}
    >
      <input
        ref={input}
        type="file"
        hidden
        accept={accept}
        aria-label={label}
        onChange={(event) => {
          const file = event.currentTarget.files?.[0];
          if (file) onFile(file);
          // Reset, so that choosing the same file again fires a change event.
          event.currentTarget.value = '';
        }}
      />
      <Button
        variant="light"
        leftSection={<IconUpload size={18} aria-hidden />}
        onClick={() => input.current?.click()}
      >
        {label}
      </Button>
      <p>{hint}</p>
    </div>
  );
}
