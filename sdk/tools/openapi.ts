/** The parts of the gateway's OpenAPI document that the SDKs are made from. */
export interface Schema {
  readonly $ref?: string;
  readonly title?: string;
  readonly type?: string | readonly string[];
  readonly description?: string;
  readonly enum?: readonly unknown[];
  readonly const?: unknown;
  readonly anyOf?: readonly Schema[];
  readonly oneOf?: readonly Schema[];
  readonly items?: Schema;
  readonly properties?: Readonly<Record<string, Schema>>;
  readonly required?: readonly string[];
  readonly additionalProperties?: Schema | boolean;
  readonly patternProperties?: Readonly<Record<string, Schema>>;
}

export interface Parameter {
  readonly name: string;
  readonly in: string;
  readonly required?: boolean;
  readonly description?: string;
  readonly schema: Schema;
}

interface Body {
  readonly required?: boolean;
  readonly content?: Readonly<
    Record<
      string,
      {
        readonly schema?: Schema;
        /** The schema of an item of a stream. */
        readonly 'x-item-schema'?: Schema;
        readonly 'x-error-codes'?: readonly string[];
      }
    >
  >;
}

export interface Operation {
  readonly operationId: string;
  readonly summary?: string;
  readonly deprecated?: boolean;
  readonly parameters?: readonly Parameter[];
  readonly requestBody?: Body;
  readonly responses: Readonly<Record<string, Body>>;
}

/** An operation with its place: `post` and `/v1/events/{id}/resend`. */
export interface PlacedOperation extends Operation {
  readonly method: string;
  readonly path: string;
}

export interface OpenApiDocument {
  readonly paths: Readonly<Record<string, Readonly<Record<string, Operation>>>>;
  readonly webhooks: Readonly<Record<string, { readonly post: Operation }>>;
}

/** All operations of the document, in its order. */
export function operationsOf({ paths }: OpenApiDocument): readonly PlacedOperation[] {
  return Object.entries(paths).flatMap(([path, methods]) =>
    Object.entries(methods).map(([method, operation]) => ({ ...operation, method, path })),
  );
}

/** The schema of a JSON body; undefined when there is none. */
export function jsonSchemaOf(body: Body | undefined): Schema | undefined {
  return body?.content?.['application/json']?.schema;
}

/** The body of the first answer that is a success and JSON, or an item of a stream. */
export function resultOf({ responses }: Operation): Schema | undefined {
  return Object.entries(responses)
    .filter(([status]) => status.startsWith('2'))
    .map(([, body]) => jsonSchemaOf(body) ?? body.content?.['text/event-stream']?.['x-item-schema'])
    .find((schema) => schema !== undefined);
}

/** The media types of the answers that are successes. */
export function mediaTypesOf({ responses }: Operation): readonly string[] {
  return Object.entries(responses)
    .filter(([status]) => status.startsWith('2'))
    .flatMap(([, body]) => Object.keys(body.content ?? {}));
}

/** Every problem code that an operation can answer, sorted. */
export function errorCodesOf(document: OpenApiDocument): readonly string[] {
  const codes = operationsOf(document)
    .flatMap(({ responses }) => Object.values(responses))
    .flatMap(({ content }) => content?.['application/json']?.['x-error-codes'] ?? []);
  return [...new Set(codes)].sort();
}
