import { describe, expect, it } from 'vitest';
import { criticalCss } from './critical-css.ts';

const page =
  '<main id="content" class="page"><button class="m_1 button" style="color:var(--ink)">Go</button></main>';

describe('the styles of the first paint', () => {
  it('are the rules that can match something in the page, in their order', () => {
    const css =
      '.page{margin:0}.menu{margin:1px}.button:hover,.menu:hover{margin:2px}#content>button{margin:3px}#other{margin:4px}';
    expect(criticalCss(css, page)).toBe(
      '.page{margin:0}.button:hover{margin:2px}#content>button{margin:3px}',
    );
  });

  it('keep rules whose attributes the page may have later, and those of both colour schemes', () => {
    const css =
      '[data-mantine-color-scheme=dark] .page{margin:0}.button:where([data-loading]):not(.menu){margin:1px}.menu[data-loading]{margin:2px}';
    expect(criticalCss(css, page)).toBe(
      '[data-mantine-color-scheme=dark] .page{margin:0}.button:where([data-loading]):not(.menu){margin:1px}',
    );
  });

  it('judge alternatives inside a selector one by one', () => {
    expect(criticalCss(':where(.menu,.page) button{margin:0}:is(.menu,.row) button{margin:1px}', page)).toBe(
      ':where(.menu,.page) button{margin:0}',
    );
  });

  it('keep only variables that are read, also through others and from the page itself', () => {
    const css = ':root{--ink:var(--dark);--dark:#000;--unread:1px}.page{margin:var(--gap);--gap:2px}';
    expect(criticalCss(css, page)).toBe(
      ':root{--ink:var(--dark);--dark:#000}.page{margin:var(--gap);--gap:2px}',
    );
  });

  it('leave out animations and media that the page does not show', () => {
    const css =
      '@keyframes turn{to{margin:1px}}@keyframes grow{to{margin:2px}}.page{animation:grow 1s}@media print{.page{margin:0}}@media (min-width:1px){.menu{margin:0}}';
    expect(criticalCss(css, page)).toBe('@keyframes grow{to{margin:2px}}.page{animation:grow 1s}');
  });
});
