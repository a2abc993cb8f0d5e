/**
 * Replaces jsdom's `getComputedStyle`, which matches every element against the browser's default rules on each call: a
 * third of the time of the page tests. Tests load no style sheets, so inline styles and the `hidden` attribute say
 * what is visible.
 */
const NEVER_SHOWN = new Set(['HEAD', 'SCRIPT', 'STYLE', 'TEMPLATE', 'NOSCRIPT']);

/** The element's own style. Reading `style` makes an object for each element, and most have none. */
const inlineStyle = (element: Element): CSSStyleDeclaration | null =>
  (element instanceof HTMLElement || element instanceof SVGElement) && element.hasAttribute('style')
    ? element.style
    : null;

function display(element: HTMLElement): string {
  const own = inlineStyle(element)?.display;
  if (own) return own;
  return element.hidden || NEVER_SHOWN.has(element.tagName) ? 'none' : 'block';
}

function inherited(
  element: Element | null,
  property: 'visibility' | 'pointerEvents',
  initial: string,
): string {
  for (let node = element; node; node = node.parentElement) {
    const value = inlineStyle(node)?.[property];
    if (value) return value;
  }
  return initial;
}

const camelCase = (name: string) => name.replace(/-(\w)/g, (_match, letter: string) => letter.toUpperCase());

export function readInlineStylesOnly(): void {
  const none = document.createElement('span').style;
  window.getComputedStyle = (element, pseudo) => {
    const style = (!pseudo && element instanceof HTMLElement && inlineStyle(element)) || none;
    const styleOf = (property: string): string => {
      if (pseudo) return '';
      if (property === 'display') return element instanceof HTMLElement ? display(element) : 'inline';
      if (property === 'visibility') return inherited(element, property, 'visible');
      if (property === 'pointerEvents') return inherited(element, property, 'auto');
      const value: unknown = Reflect.get(style, property);
      return typeof value === 'string' ? value : '';
    };
    return new Proxy(style, {
      get: (target, property) => {
        if (property === 'getPropertyValue')
          return (name: string) =>
            name.startsWith('--') ? target.getPropertyValue(name) : styleOf(camelCase(name));
        if (typeof property !== 'string') return Reflect.get(target, property);
        const value: unknown = Reflect.get(target, property);
        return typeof value === 'function'
          ? value.bind(target)
          : typeof value === 'string'
            ? styleOf(property)
            : value;
      },
    });
  };
}
