import type { JsonSchema } from './json-schema.ts';

interface Content {
  readonly 'application/json'?: {
    readonly schema?: JsonSchema;
    readonly 'x-error-codes'?: readonly string[];
  };
}

export interface Tag {
  readonly name: string;
  /** Its name for people. */
  readonly 'x-displayName'?: string;
  readonly description?: string;
}

export interface Parameter {
  readonly name: string;
  readonly in: string;
  readonly required?: boolean;
  readonly description?: string;
  readonly schema?: JsonSchema;
}

export interface ApiResponse {
  readonly description?: string;
  readonly headers?: Readonly<Record<string, unknown>>;
  readonly content?: Content & Readonly<Record<string, unknown>>;
}

/** One operation of an OpenAPI 3.1 document. */
export interface Operation {
  readonly operationId?: string;
  readonly summary?: string;
  readonly description?: string;
  readonly tags?: readonly string[];
  readonly parameters?: readonly Parameter[];
  readonly requestBody?: { readonly content?: Content };
  readonly responses?: Readonly<Record<string, ApiResponse>>;
}

/** The parts of an OpenAPI 3.1 document that the reference shows. */
export interface ApiDocument {
  readonly info: { readonly title: string; readonly version: string; readonly description: string };
  readonly servers: readonly { readonly url: string }[];
  readonly tags: readonly Tag[];
  readonly paths: Readonly<Record<string, Readonly<Record<string, Operation>>>>;
  readonly webhooks: Readonly<Record<string, { readonly post: Operation }>>;
}

/** An operation with its method and path. */
export interface PlacedOperation extends Operation {
  readonly id: string;
  readonly method: string;
  readonly path: string;
}

/** All operations of the document, in its order. */
export function operationsOf(document: ApiDocument): readonly PlacedOperation[] {
  return Object.entries(document.paths).flatMap(([path, methods]) =>
    Object.entries(methods).map(([method, operation]) => ({
      ...operation,
      id: operation.operationId ?? `${method}-${path}`,
      method: method.toUpperCase(),
      path,
    })),
  );
}

/** The problem codes of an answer; none when it is a success. */
export function errorCodesOf({ content }: ApiResponse): readonly string[] {
  return content?.['application/json']?.['x-error-codes'] ?? [];
}

/** The schema of a JSON body; undefined when there is no JSON body. */
export function schemaOf(content: Content | undefined): JsonSchema | undefined {
  return content?.['application/json']?.schema;
}
