import { Tooltip } from '@mantine/core';
import { IconInfoCircle } from '@tabler/icons-react';
import classes from './hint.module.css';

/** An info icon whose tooltip explains a term; also reachable by keyboard and screen reader. */
export function Hint({ text }: { text: string }) {
  return (
    <Tooltip label={text} multiline w={280}>
      <button type="button" className={classes.hint} aria-label={text}>
        <IconInfoCircle size={16} aria-hidden />
      </button>
    </Tooltip>
  );
}
