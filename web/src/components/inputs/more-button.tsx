import { Button, Group } from '@mantine/core';

interface MoreButtonProps {
  readonly label: string;
  /** A list that is read a page at a time. */
  readonly query: {
    readonly hasNextPage: boolean;
    readonly isFetchingNextPage: boolean;
    readonly fetchNextPage: () => Promise<unknown>;
  };
}

/** Shows the next page of a list below what is shown already. Nothing is there when everything is shown. */
export function MoreButton({ label, query }: MoreButtonProps) {
  if (!query.hasNextPage) return null;
  return (
    <Group justify="center" mt="md">
      <Button variant="default" loading={query.isFetchingNextPage} onClick={() => void query.fetchNextPage()}>
        {label}
      </Button>
    </Group>
  );
}
