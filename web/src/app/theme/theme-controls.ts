import type { ButtonProps, MantineThemeComponents } from '@mantine/core';

/** Of a control, often more than one line long. */
const description = { lineHeight: 1.45 };

/**
 * Sizes and defaults of Mantine's controls. Touch targets are 44 px; `--rc-target-small` is smaller with a mouse (theme.css).
 * Plain objects instead of `Component.extend`: importing a component here would put it into the first page's bundle.
 */
export const controls: MantineThemeComponents = {
  Button: {
    vars: (_theme: unknown, { size }: ButtonProps) => ({
      root: {
        '--button-height': size === 'lg' ? '52px' : size === 'xs' ? 'var(--rc-target-small)' : '44px',
        ...(size === 'xs' ? { '--button-fz': '13px', '--button-padding-x': '12px' } : {}),
      },
    }),
    styles: { root: { fontWeight: 600 } },
  },
  ActionIcon: { defaultProps: { variant: 'subtle', color: 'gray', size: 44 } },
  Input: {
    vars: () => ({ wrapper: { '--input-height': '44px', '--input-fz': 'var(--rc-input-size)' } }),
  },
  InputWrapper: {
    styles: { label: { fontWeight: 550, marginBottom: 4 }, error: { marginTop: 4 } },
  },
  Select: { defaultProps: { allowDeselect: false, checkIconPosition: 'right' } },
  Modal: {
    defaultProps: {
      centered: true,
      radius: 'lg',
      padding: 'lg',
      transitionProps: { duration: 160 },
      // Its <header> would be a second banner landmark.
      attributes: { header: { role: 'none' } },
    },
    styles: { title: { fontWeight: 650, fontSize: 17 } },
  },
  SegmentedControl: {
    defaultProps: { radius: 'md' },
    styles: { label: { minHeight: 'var(--rc-target-small)', display: 'grid', alignContent: 'center' } },
  },
  // White has too little contrast on the dark scheme's pale teal.
  Checkbox: { defaultProps: { iconColor: 'var(--rc-on-filled)', radius: 'xs' }, styles: { description } },
  Radio: { defaultProps: { iconColor: 'var(--rc-on-filled)' }, styles: { description } },
  Switch: { styles: { description } },
  Chip: { vars: () => ({ root: { '--chip-size': 'var(--rc-target-small)', '--chip-padding': '14px' } }) },
  Pagination: {
    defaultProps: { radius: 'md' },
    vars: () => ({
      root: {
        '--pagination-control-size': '44px',
        '--pagination-control-fz': '15px',
        '--pagination-active-color': 'var(--rc-on-filled)',
      },
    }),
  },
  Table: { defaultProps: { verticalSpacing: 12, horizontalSpacing: 16, borderColor: 'var(--rc-hairline)' } },
  Tabs: { defaultProps: { keepMounted: false } },
  Tooltip: { defaultProps: { withArrow: true, events: { hover: true, focus: true, touch: true } } },
};
