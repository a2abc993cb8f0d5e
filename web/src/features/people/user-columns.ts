import { useLocalStorage } from '@mantine/hooks';

/** Columns a person may hide; the name and the actions always stay. */
export const OPTIONAL_COLUMNS = ['id', 'username', 'type', 'section', 'registered', 'face'] as const;
export type OptionalColumn = (typeof OPTIONAL_COLUMNS)[number];

const DEFAULT: OptionalColumn[] = ['id', 'type', 'section', 'face'];

export function useUserColumns() {
  const [columns, setColumns] = useLocalStorage<OptionalColumn[]>({
    key: 'rollcall-user-columns',
    defaultValue: DEFAULT,
    getInitialValueInEffect: false,
  });
  const toggle = (column: OptionalColumn) =>
    setColumns((before) =>
      before.includes(column) ? before.filter((each) => each !== column) : [...before, column],
    );
  return { has: (column: OptionalColumn) => columns.includes(column), toggle };
}
