import { Box, Stack } from '@mantine/core';
import type { ReactNode } from 'react';
import { EmptyDrawing } from './empty-drawing.tsx';

interface EmptyStateProps {
  readonly title: string;
  readonly text?: string;
  readonly drawing?: 'list' | 'chart' | 'notice' | 'person' | 'page';
  readonly action?: ReactNode;
  /** The title is the heading of the page. */
  readonly isPage?: boolean;
}

/** Placeholder for an empty list or chart: a drawing, one sentence, one button. */
export function EmptyState({ title, text, drawing = 'list', action, isPage = false }: EmptyStateProps) {
  return (
    <Stack gap={8} align="center" px={16} py={32} ta="center">
      <EmptyDrawing kind={drawing} />
      <Box component={isPage ? 'h1' : 'p'} m="4px 0 0" fw={600} fz={17}>
        {title}
      </Box>
      {text ? (
        <Box component="p" m="0 0 8px" maw="52ch" c="var(--rc-muted)">
          {text}
        </Box>
      ) : null}
      {action}
    </Stack>
  );
}
