import { Tabs } from '@mantine/core';
import { type ReactNode, useEffect, useRef } from 'react';
import classes from './tab-bar.module.css';

interface TabBarProps<T extends string> {
  readonly label: string;
  readonly value: T;
  readonly tabs: readonly { readonly value: T; readonly label: string; readonly icon: ReactNode }[];
  readonly onChange: (value: T) => void;
  readonly children: ReactNode;
}

/** Tabs whose choice lives in the address. On a phone the row scrolls sideways inside itself. */
export function TabBar<T extends string>({ label, value, tabs, onChange, children }: TabBarProps<T>) {
  const list = useRef<HTMLDivElement>(null);
  useEffect(() => {
    // A link may lead to a tab that a narrow screen has pushed out of sight.
    const chosen = list.current?.querySelector<HTMLElement>(`[data-tab="${value}"]`);
    if (!list.current || !chosen) return;
    list.current.scrollLeft = chosen.offsetLeft - (list.current.clientWidth - chosen.offsetWidth) / 2;
  }, [value]);
  return (
    <Tabs
      value={value}
      onChange={(next) => {
        const found = tabs.find((tab) => tab.value === next);
        if (found) onChange(found.value);
      }}
    >
      <Tabs.List ref={list} className={classes.list ?? ''} aria-label={label}>
        {tabs.map((tab) => (
          <Tabs.Tab
            key={tab.value}
            value={tab.value}
            data-tab={tab.value}
            leftSection={tab.icon}
            className={classes.tab ?? ''}
          >
            {tab.label}
          </Tabs.Tab>
        ))}
      </Tabs.List>
      <Tabs.Panel value={value} pt="lg">
        {children}
      </Tabs.Panel>
    </Tabs>
  );
}
