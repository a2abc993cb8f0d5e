import { Box, Group, Progress, Stack } from '@mantine/core';
import { IconCircleCheck } from '@tabler/icons-react';
import type { ReactNode } from 'react';

/** Progress of a long operation: a sentence and a bar, which is animated while the percentage is unknown. */
export function ProgressLine({ text, percent }: { text: string; percent: number | null }) {
  return (
    <Stack gap={8} c="var(--rc-muted)" className="rc-figures" aria-live="polite">
      <span>{text}</span>
      <Progress value={percent ?? 100} animated={percent === null} size="sm" aria-label={text} />
    </Stack>
  );
}

interface DoneNoteProps {
  readonly title: string;
  readonly text?: string | undefined;
  /** Buttons for the next step. */
  readonly children?: ReactNode;
}

/** Result of a long operation that has finished. */
export function DoneNote({ title, text, children }: DoneNoteProps) {
  return (
    <Group gap={16} role="status">
      <IconCircleCheck size={32} aria-hidden color="var(--rc-present)" />
      <Box flex="1 1 240px">
        <Box component="h2" m={0} fz={17}>
          {title}
        </Box>
        {text ? (
          <Box component="p" m="2px 0 0" c="var(--rc-muted)">
            {text}
          </Box>
        ) : null}
      </Box>
      {children}
    </Group>
  );
}
