import { Tooltip } from '@mantine/core';
import { IconInfoCircle } from '@tabler/icons-react';
import classes from './hint.module.css';

/** A definition behind a small i: for the pointer, the keyboard and those who listen. */
export function Hint({ text }: { text: string }) {
  return (
    <Tooltip label={text} multiline w={280}>
      <button type="button" className={classes.hint} aria-label={text}>
        <IconInfoCircle size={16} aria-hidden />
      </button>
    </Tooltip>
  );
}
