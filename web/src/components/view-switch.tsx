import { Button } from '@mantine/core';
import classes from './view-switch.module.css';

interface ViewSwitchProps<T extends string> {
  readonly label: string;
  readonly value: T;
  readonly views: readonly { readonly value: T; readonly label: string }[];
  readonly onChange: (value: T) => void;
}

/** Parts of one tab. They wrap on a phone, where a second row of tabs would scroll out of sight. */
export function ViewSwitch<T extends string>({ label, value, views, onChange }: ViewSwitchProps<T>) {
  return (
    <nav className={`${classes.views} rc-no-print`} aria-label={label}>
      {views.map((view) => (
        <Button
          key={view.value}
          size="xs"
          variant={view.value === value ? 'light' : 'subtle'}
          color={view.value === value ? 'teal' : 'gray'}
          aria-current={view.value === value ? 'page' : undefined}
          onClick={() => onChange(view.value)}
        >
          {view.label}
        </Button>
      ))}
    </nav>
  );
}
