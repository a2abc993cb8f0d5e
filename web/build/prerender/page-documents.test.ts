import { readFile } from 'node:fs/promises';
import { describe, expect, it } from 'vitest';
import { documentName, pageDocument } from './page-documents.ts';

const parts = {
  page: '/login',
  language: 'ar',
  direction: 'rtl',
  title: 'A & B',
  markup: '<h1>$& "Welcome"</h1>',
  settings: { name: '"><script>' },
  css: '.a{margin:0}',
  hasBanner: true,
} as const;

describe('the document of a prerendered page', () => {
  it('is index.html with the page inside and without the files of the app', async () => {
    const index = await readFile(new URL('../../index.html', import.meta.url), 'utf8');
    const shell = index.replace('</head>', '<link rel="stylesheet" data-app="" href="/app.css"></head>');
    const html = pageDocument(shell, parts);
    expect(html).toContain('<html lang="ar" dir="rtl" data-page="/login">');
    expect(html).toContain('<title>A &amp; B</title>');
    expect(html).toContain('<style>.a{margin:0}</style></head>');
    expect(html).toContain('<body class="rc-with-banner">');
    expect(html).toContain('><h1>$& "Welcome"</h1></div>');
    expect(html).toContain('data-settings="{&quot;name&quot;:&quot;\\&quot;>&lt;script>&quot;}"');
    expect(html).not.toContain('app.css');
    expect(html).toContain('src="/color-scheme.js"');
  });

  it('is not made of something else', () => {
    expect(() => pageDocument('<html>', parts)).toThrow('index.html has no');
  });

  it('is named by page, language and kind', () => {
    expect(documentName('/', 'de', 'own')).toBe('home.de.own.html');
    expect(documentName('/faq', 'en', 'demo')).toBe('faq.en.demo.html');
  });
});
