import type { Language } from '@rollcall/core/kernel/language';
import type { PageKind, VisitorPage } from '../../src/app/start/visitor-pages.ts';

/** Name of a page's document in the build's folder `pages`; server/src/http/documents.ts reads it. */
export const documentName = (page: VisitorPage, language: Language, kind: PageKind): string =>
  `${page === '/' ? 'home' : page.slice(1)}.${language}.${kind}.html`;

const escapeAttribute = (text: string) =>
  text.replaceAll('&', '&amp;').replaceAll('"', '&quot;').replaceAll('<', '&lt;');

interface PageParts {
  readonly page: VisitorPage;
  readonly language: Language;
  readonly direction: 'ltr' | 'rtl';
  readonly title: string;
  readonly markup: string;
  /** The settings that the markup was made with. */
  readonly settings: object;
  readonly css: string;
  readonly hasBanner: boolean;
}

/** Replaces text that must be there. */
function put(html: string, pattern: RegExp, text: string): string {
  if (!pattern.test(html)) throw new Error(`index.html has no ${pattern.source}.`);
  return html.replace(pattern, () => text);
}

/**
 * The document of a prerendered page, made of the built index.html: with the page and the styles of its first paint
 * inside, and without the links to the app's code and style sheet, which src/main.tsx loads after that.
 */
export function pageDocument(shell: string, parts: PageParts): string {
  const attributes = `lang="${parts.language}" dir="${parts.direction}" data-page="${parts.page}"`;
  let html = shell
    // Marked by the plugin.
    .replace(/\s*<link [^>]*data-app[^>]*>/g, '');
  html = put(html, /<html lang="en">/, `<html ${attributes}>`);
  html = put(html, /<title>[^<]*<\/title>/, `<title>${escapeAttribute(parts.title)}</title>`);
  html = put(html, /<\/head>/, `<style>${parts.css}</style></head>`);
  if (parts.hasBanner) html = put(html, /<body>/, '<body class="rc-with-banner">');
  const settings = escapeAttribute(JSON.stringify(parts.settings));
  return put(
    html,
    /<div id="root"><\/div>/,
    `<div id="root" data-settings="${settings}">${parts.markup}</div>`,
  );
}
