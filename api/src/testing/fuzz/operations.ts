import type { BodyKind } from '../../http/request-body.ts';
import type { TestApp } from '../test-app.ts';

/** The parts of a JSON schema that the contracts produce. */
export interface Schema {
  readonly type?: string | readonly string[];
  readonly enum?: readonly unknown[];
  readonly anyOf?: readonly Schema[];
  readonly allOf?: readonly Schema[];
  readonly properties?: Readonly<Record<string, Schema>>;
  readonly required?: readonly string[];
  readonly items?: Schema;
  readonly minItems?: number;
  readonly format?: string;
  readonly minimum?: number;
  readonly minLength?: number;
  readonly default?: unknown;
}

interface Parameter {
  readonly name: string;
  readonly in: string;
  readonly required?: boolean;
  readonly schema?: Schema;
}

export interface Operation {
  readonly method: string;
  /** Without the `/api` in front. */
  readonly path: string;
  readonly access: string;
  readonly bodyKind: BodyKind;
  readonly parameters: readonly Parameter[];
  /** Null for a file. */
  readonly body: Schema | null;
  readonly takesFile: boolean;
  /** Documented statuses; `default` stands for all others. */
  readonly statuses: readonly string[];
}

type Content = Readonly<Record<string, { readonly schema?: Schema }>>;

interface DocumentedOperation {
  readonly 'x-access'?: string;
  readonly 'x-body'?: BodyKind;
  readonly parameters?: readonly Parameter[];
  readonly requestBody?: { readonly content?: Content };
  readonly responses?: Readonly<Record<string, unknown>>;
}

/** All operations of the OpenAPI document, in its order. */
export async function readOperations(app: TestApp): Promise<Operation[]> {
  const { body } = await app.call('GET', '/openapi.json');
  const paths: Record<string, Record<string, DocumentedOperation>> = body.paths;
  return Object.entries(paths).flatMap(([path, item]) =>
    Object.entries(item).map(([method, operation]) => {
      const content = operation.requestBody?.content ?? {};
      return {
        method: method.toUpperCase(),
        path: path.replace(/^\/api/, ''),
        access: operation['x-access'] ?? 'public',
        bodyKind: operation['x-body'] ?? 'json',
        parameters: operation.parameters ?? [],
        body: content['application/json']?.schema ?? null,
        takesFile: 'application/octet-stream' in content,
        statuses: Object.keys(operation.responses ?? {}),
      };
    }),
  );
}

export const nameOf = ({ method, path }: Operation): string => `${method} ${path}`;
