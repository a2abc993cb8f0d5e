import type { Action } from '@rollcall/core/kernel/access';
import type { TestApp } from './test-app.ts';

/** A route of the OpenAPI document. */
export interface DocumentedRoute {
  readonly method: string;
  /** Without `/api`, with its parameters in braces. */
  readonly path: string;
  /** `GET /profile/{id}` */
  readonly name: string;
  readonly access: Action | 'kiosk' | 'public' | undefined;
  /** The names of everything that a caller can send: parameters, and the fields of the body at any depth. */
  readonly inputs: readonly string[];
}

interface Schema {
  readonly properties?: Record<string, Schema>;
  readonly items?: Schema;
  readonly anyOf?: readonly Schema[];
  readonly allOf?: readonly Schema[];
  readonly oneOf?: readonly Schema[];
}

const fieldsOf = (schema: Schema | undefined): string[] => {
  if (!schema) return [];
  const parts = [schema.items, ...(schema.anyOf ?? []), ...(schema.allOf ?? []), ...(schema.oneOf ?? [])];
  return [
    ...Object.entries(schema.properties ?? {}).flatMap(([name, field]) => [name, ...fieldsOf(field)]),
    ...parts.flatMap(fieldsOf),
  ];
};

interface Operation {
  readonly 'x-access'?: Action | 'kiosk' | 'public';
  readonly parameters?: readonly { readonly name: string }[];
  readonly requestBody?: { readonly content: Record<string, { readonly schema?: Schema }> };
}

export async function documentedRoutes(app: TestApp): Promise<DocumentedRoute[]> {
  const { body } = await app.call('GET', '/openapi.json');
  return Object.entries<Record<string, Operation>>(body.paths).flatMap(([full, item]) =>
    Object.entries(item).map(([verb, operation]) => {
      const [method, path] = [verb.toUpperCase(), full.replace(/^\/api/, '')];
      const bodies = Object.values(operation.requestBody?.content ?? {});
      const inputs = [
        ...(operation.parameters ?? []).map(({ name }) => name),
        ...bodies.flatMap(({ schema }) => fieldsOf(schema)),
      ];
      return {
        method,
        path,
        name: `${method} ${path}`,
        access: operation['x-access'],
        inputs: [...new Set(inputs)],
      };
    }),
  );
}
