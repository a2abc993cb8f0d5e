import { html, raw } from 'hono/html';

/** The parts of an OpenAPI document that the page uses. */
export interface ApiDocument {
  readonly info: { readonly title: string; readonly description?: string };
  readonly paths?: Readonly<Record<string, unknown>>;
  readonly components?: unknown;
}

interface Operation {
  readonly tags?: readonly string[];
  readonly summary?: string;
  readonly 'x-access'?: string;
  readonly parameters?: readonly {
    readonly name: string;
    readonly in: string;
    readonly required?: boolean;
  }[];
  readonly requestBody?: { readonly content?: Readonly<Record<string, { readonly schema?: unknown }>> };
  readonly responses?: Readonly<
    Record<
      string,
      {
        readonly description?: string;
        readonly content?: Readonly<Record<string, { readonly schema?: unknown }>>;
      }
    >
  >;
}

const METHODS = ['get', 'post', 'put', 'delete'] as const;

const schemaOf = (content?: Readonly<Record<string, { readonly schema?: unknown }>>): unknown =>
  Object.values(content ?? {})[0]?.schema;

function schemaBlock(title: string, schema: unknown) {
  if (schema === undefined) return '';
  return html`<details><summary>${title}</summary><pre>${JSON.stringify(schema, null, 2)}</pre></details>`;
}

function operationBlock(method: string, path: string, operation: Operation) {
  const parameters = operation.parameters ?? [];
  const answer = operation.responses?.['200'];
  return html`<article>
    <h3><code><b>${method.toUpperCase()}</b> ${path}</code></h3>
    <p>${operation.summary ?? ''} <small>Needs: ${operation['x-access'] ?? 'nothing'}</small></p>
    ${parameters.length > 0 ? html`<p>Parameters: ${parameters.map(({ name, in: where, required }) => html`<code>${name}</code> (${where}${required ? ', required' : ''}) `)}</p>` : ''}
    ${schemaBlock('Request body', schemaOf(operation.requestBody?.content))}
    ${schemaBlock(`Answer: ${answer?.description ?? ''}`, schemaOf(answer?.content))}
  </article>`;
}

/** Renders the OpenAPI document as an HTML page without scripts or external resources. */
export function docsPage(document: ApiDocument) {
  const operations = Object.entries(document.paths ?? {}).flatMap(([path, item]) =>
    METHODS.flatMap((method) => {
      const operation = (item as Record<string, Operation | undefined>)[method]; // an OpenAPI path item, by definition
      return operation ? [{ method, path, operation, tag: operation.tags?.[0] ?? 'Other' }] : [];
    }),
  );
  const tags = [...new Set(operations.map(({ tag }) => tag))];
  return html`<!doctype html>
    <html lang="en">
      <head>
        <meta charset="utf-8" />
        <meta name="viewport" content="width=device-width" />
        <title>${document.info.title} API</title>
        <style>${raw(STYLE)}</style>
      </head>
      <body>
        <h1>${document.info.title} API</h1>
        <p>${document.info.description ?? ''} The machine-readable form is <a href="/api/openapi.json">openapi.json</a>.</p>
        <nav>${tags.map((tag) => html`<a href="#${tag}">${tag}</a> `)}</nav>
        ${tags.map((tag) => html`<section id="${tag}"><h2>${tag}</h2>${operations.filter((each) => each.tag === tag).map(({ method, path, operation }) => operationBlock(method, path, operation))}</section>`)}
      </body>
    </html>`;
}

const STYLE = `
  :root { color-scheme: light dark; }
  body { font: 16px/1.55 system-ui, sans-serif; max-width: 52rem; margin: 2rem auto; padding: 0 1rem; }
  nav a { margin-right: 1rem; }
  article { border-top: 1px solid color-mix(in srgb, currentColor 18%, transparent); padding: .6rem 0; }
  h3 { margin: .2rem 0; font-size: 1rem; } h3 code b { color: #0f766e; }
  small { opacity: .75; margin-left: .5rem; } pre { overflow-x: auto; font-size: 13px; }
`;
