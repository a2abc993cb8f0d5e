import { Button, Group, Tabs } from '@mantine/core';
import type { ReactNode } from 'react';
import { useChosenInView } from '../../lib/chosen-in-view.ts';
import classes from './tab-bar.module.css';

interface TabBarProps<T extends string> {
  readonly label: string;
  readonly value: T;
  readonly tabs: readonly { readonly value: T; readonly label: string; readonly icon: ReactNode }[];
  readonly onChange: (value: T) => void;
  readonly children: ReactNode;
}

/** Scrolls the tabs to the top where their panel would begin below half of the screen: a tap must show something. */
function showPanel(list: HTMLElement | null): void {
  if (list && list.getBoundingClientRect().bottom > innerHeight / 2) list.scrollIntoView({ block: 'start' });
}

/** Tabs with one panel, controlled by the page's search parameters. On a phone the row scrolls sideways. */
export function TabBar<T extends string>({ label, value, tabs, onChange, children }: TabBarProps<T>) {
  const list = useChosenInView<HTMLDivElement>(value);
  return (
    <Tabs
      value={value}
      onChange={(next) => {
        const found = tabs.find((tab) => tab.value === next);
        if (!found) return;
        onChange(found.value);
        showPanel(list.current);
      }}
    >
      <Tabs.List ref={list} className={classes.list ?? ''} aria-label={label}>
        {tabs.map((tab) => (
          <Tabs.Tab key={tab.value} value={tab.value} leftSection={tab.icon} className={classes.tab ?? ''}>
            {tab.label}
          </Tabs.Tab>
        ))}
      </Tabs.List>
      <Tabs.Panel value={value} pt="lg" className={classes.panel ?? ''}>
        {children}
      </Tabs.Panel>
    </Tabs>
  );
}

interface ViewSwitchProps<T extends string> {
  readonly label: string;
  readonly value: T;
  readonly views: readonly { readonly value: T; readonly label: string }[];
  readonly onChange: (value: T) => void;
}

/** Buttons that switch between the views of one tab. They wrap on a phone, where a second row of tabs would scroll. */
export function ViewSwitch<T extends string>({ label, value, views, onChange }: ViewSwitchProps<T>) {
  return (
    <Group component="nav" gap={4} mb={16} className="rc-no-print" aria-label={label}>
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
    </Group>
  );
}
