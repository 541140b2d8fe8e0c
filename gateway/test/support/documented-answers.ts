import { Ajv2020, type AnySchema, type ValidateFunction } from 'ajv/dist/2020.js';
import formats from 'ajv-formats';

interface Response {
  readonly content?: Readonly<
    Record<string, { readonly schema: AnySchema; readonly 'x-error-codes'?: readonly string[] }>
  >;
}

export interface Operation {
  readonly operationId: string;
  readonly deprecated?: boolean;
  readonly tags?: readonly string[];
  readonly security?: readonly { readonly clientId?: readonly string[] }[];
  readonly responses: Readonly<Record<string, Response>>;
  readonly parameters?: readonly { readonly name: string; readonly in: string }[];
}

/** The parts of an OpenAPI 3.1 document that tests read. */
export interface OpenApiDocument {
  readonly info: { readonly description: string };
  readonly tags: readonly { readonly name: string }[];
  readonly components: {
    readonly schemas: Readonly<Record<string, object>>;
    readonly securitySchemes: Readonly<Record<string, { readonly 'x-example'?: string }>>;
  };
  readonly paths: Readonly<Record<string, Readonly<Record<string, Operation>>>>;
  readonly webhooks: Readonly<
    Record<
      string,
      {
        readonly post: { readonly requestBody: { content: Record<string, { schema: AnySchema }> } };
      }
    >
  >;
}

export interface CheckedAnswer {
  readonly status: number;
  readonly headers: Headers;
  readonly text: string;
}

const DOCUMENT = 'openapi';

/**
 * Compares real answers with the document: status, content type and every field. A check returns
 * a description of the fault, or undefined when there is none or the document lacks the operation.
 */
export function createAnswerCheck(document: OpenApiDocument) {
  // A schema validates few answers: optimizing its code would cost more than it saves.
  const code = { optimize: false };
  const ajv = new Ajv2020({ strict: false, allErrors: true, code });
  formats.default(ajv);
  const inDocument = (schema: unknown): AnySchema =>
    JSON.parse(JSON.stringify(schema).replaceAll('"#/components/', `"${DOCUMENT}#/components/`));
  const { components } = document;
  ajv.addSchema({ ...Object(inDocument({ components })), $id: DOCUMENT });
  // Many operations have equal answers, such as those of errors.
  const compiled = new Map<string, ValidateFunction>();
  const routes = Object.entries(document.paths).flatMap(([path, operations]) => {
    const pattern = new RegExp(`^${path.replaceAll(/\{\w+\}/g, '[^/?]+')}$`);
    return Object.entries(operations).map(([method, operation]) => ({
      method: method.toUpperCase(),
      pattern,
      operation,
    }));
  });

  function faultOf(schema: AnySchema, value: unknown): string | undefined {
    const key = JSON.stringify(schema);
    const validate = compiled.get(key) ?? ajv.compile(inDocument(schema));
    compiled.set(key, validate);
    return validate(value) ? undefined : JSON.stringify(validate.errors);
  }

  return {
    faultOf,
    faultOfAnswer(method: string, path: string, answer: CheckedAnswer): string | undefined {
      const pathname = path.split('?')[0] ?? '';
      const route = routes.find((one) => one.method === method && one.pattern.test(pathname));
      if (!route) return undefined;
      const { operationId, responses } = route.operation;
      const response = responses[String(answer.status)];
      const summary = `${operationId} answered ${answer.status} ${answer.text.slice(0, 500)}`;
      if (!response) return `${summary}, which is not documented`;
      if (!response.content) return answer.text === '' ? undefined : `${summary}: a body`;
      const type = answer.headers.get('content-type')?.split(';')[0] ?? '';
      const media = response.content[type];
      if (!media) return `${summary} as "${type}", which is not documented`;
      if (type !== 'application/json') return undefined;
      const body = JSON.parse(answer.text);
      const codes = media['x-error-codes'];
      if (codes?.includes(body.code) === false) return `${summary}: a code that is not documented`;
      const fault = faultOf(media.schema, body);
      return fault === undefined ? undefined : `${summary}: ${fault}`;
    },
  };
}
