import postcss, { type AtRule, type Container, type Root, type Rule } from 'postcss';

/** Class names, ids and tags that a document has. */
export interface UsedNames {
  readonly classes: ReadonlySet<string>;
  readonly ids: ReadonlySet<string>;
  readonly tags: ReadonlySet<string>;
}

export function namesIn(html: string): UsedNames {
  const all = (pattern: RegExp) => [...html.matchAll(pattern)].map((match) => match[1] ?? '');
  return {
    classes: new Set(all(/\sclass="([^"]*)"/g).flatMap((text) => text.split(/\s+/))),
    ids: new Set(all(/\sid="([^"]*)"/g)),
    tags: new Set(['html', 'body', ...all(/<([a-z][a-z0-9-]*)/gi).map((tag) => tag.toLowerCase())]),
  };
}

/** Whether everything that a selector names is in the document. What stands in brackets may be true or not. */
function canMatch(selector: string, { classes, ids, tags }: UsedNames): boolean {
  let plain = selector.replace(/\[[^\]]*\]/g, '');
  // From the inside out: `:where(:not(.a))` says nothing for certain, `:is(.a, .b)` that one of them is there.
  for (let before = ''; before !== plain; ) {
    before = plain;
    plain = plain.replace(/:(not|has|dir|lang|host|nth-[a-z-]+)\([^()]*\)/g, '');
    plain = plain.replace(/:(where|is)\(([^()]*)\)/g, (_all, _name, inside: string) => {
      const choices = inside.split(',').map((choice) => choice.trim());
      return choices.find((choice) => canMatch(choice, { classes, ids, tags })) ?? '.\u{10ffff}';
    });
  }
  plain = plain.replace(/::?[a-z-]+(\([^()]*\))?/g, '');
  const names = (pattern: RegExp) => [...plain.matchAll(pattern)].map((match) => match[1] ?? '');
  return (
    names(/\.((?:[\w-]|\\.|[^\s!-~])+)/g).every((name) => classes.has(name.replaceAll('\\', ''))) &&
    names(/#([\w-]+)/g).every((name) => ids.has(name)) &&
    names(/(?:^|[\s>+~])([a-z][a-z0-9-]*)/gi).every((name) => tags.has(name.toLowerCase()))
  );
}

/** Names of custom properties, animations and font families in values. */
const variablesIn = (text: string) =>
  [...text.matchAll(/var\(\s*(--[\w-]+)/g)].map((match) => match[1] ?? '');

function keepMatching(root: Root, used: UsedNames): void {
  root.walkRules((rule) => {
    if (rule.parent?.type === 'atrule' && /keyframes$/.test((rule.parent as AtRule).name)) return;
    const kept = rule.selectors.filter((selector) => canMatch(selector, used));
    if (kept.length === 0) rule.remove();
    else rule.selectors = kept;
  });
}

/** Removes custom properties that nothing reads, directly or through others. */
function dropUnreadVariables(root: Root, html: string): void {
  const values = new Map<string, string[]>();
  const read = new Set(variablesIn(html));
  root.walkDecls((declaration) => {
    if (declaration.prop.startsWith('--'))
      values.set(declaration.prop, [...(values.get(declaration.prop) ?? []), declaration.value]);
    else for (const name of variablesIn(declaration.value)) read.add(name);
  });
  // A set grows while it is walked.
  for (const name of read)
    for (const value of values.get(name) ?? []) for (const next of variablesIn(value)) read.add(next);
  root.walkDecls(/^--/, (declaration) => {
    if (!read.has(declaration.prop)) declaration.remove();
  });
}

function dropUnusedAnimations(root: Root): void {
  const used = new Set<string>();
  root.walkDecls(/^animation/, ({ value }) => {
    for (const word of value.split(/[\s,]+/)) used.add(word);
  });
  root.walkAtRules(/keyframes$/, (rule) => {
    if (!used.has(rule.params)) rule.remove();
  });
}

function dropEmpty(container: Container): void {
  container.each((node) => {
    if (node.type === 'comment') return void node.remove();
    if (!('nodes' in node) || !node.nodes) return;
    dropEmpty(node as AtRule | Rule);
    if (node.nodes.length === 0) node.remove();
  });
}

/** The part of a style sheet that a document needs to be painted, in its order. */
export function criticalCss(css: string, html: string): string {
  const root = postcss.parse(css);
  keepMatching(root, namesIn(html));
  // A printed page and the faces of other scripts are never the first paint.
  root.walkAtRules('media', (rule) => {
    if (rule.params === 'print') rule.remove();
  });
  dropUnreadVariables(root, html);
  dropUnusedAnimations(root);
  dropEmpty(root);
  return root.toString();
}
