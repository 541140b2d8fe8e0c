import {
  type ApiDocument,
  operationsOf,
  type Parameter,
  type PlacedOperation,
} from '../../gateway/src/host/reference/api-document.ts';
import { exampleBody, exampleValue, folderOf, pathOf } from './bruno.ts';

const INFO = {
  name: 'API Pix',
  description:
    'Todas as operações do gateway, feitas de /openapi.json. As variáveis têm as chaves públicas ' +
    'do sandbox: troque-as pelas suas.',
  schema: 'https://schema.getpostman.com/json/collection/v2.1.0/collection.json',
};

/** The keys of the sandbox are published; a reader replaces them. */
const VARIABLES = {
  base_url: 'http://localhost:3000',
  client_id: 'svc_pk_test_sandbox_publico',
  client_secret: 'svc_sk_test_sandbox_publico',
};
const KEYS = [
  { key: 'client-id', value: '{{client_id}}' },
  { key: 'client-secret', value: '{{client_secret}}' },
];

/** A Postman collection (2.1) with every operation of the API, in the folders of Bruno's. */
export function postmanCollection(document: ApiDocument): object {
  const folders = Map.groupBy(operationsOf(document), (one) => folderOf(document, one));
  return {
    info: INFO,
    variable: Object.entries(VARIABLES).map(([key, value]) => ({ key, value })),
    item: [...folders].map(([name, operations]) => ({ name, item: operations.map(requestOf) })),
  };
}

function requestOf(operation: PlacedOperation): object {
  const { summary, id, description, method, parameters = [] } = operation;
  const body = exampleBody(operation);
  const path = pathOf(operation);
  const at = (place: string) => parameters.filter((one) => one.in === place).map(valueOfParameter);
  const type = body === undefined ? [] : [{ key: 'Content-Type', value: 'application/json' }];
  return {
    name: summary ?? id,
    request: {
      method,
      description,
      header: [...KEYS, ...type, ...at('header')],
      url: {
        raw: `{{base_url}}${path}`,
        host: ['{{base_url}}'],
        path: path.slice(1).split('/'),
        query: at('query'),
        variable: at('path'),
      },
      ...(body !== undefined && {
        body: { mode: 'raw', raw: body, options: { raw: { language: 'json' } } },
      }),
    },
  };
}

/** A parameter with its example; optional ones are switched off. */
function valueOfParameter(parameter: Parameter): object {
  const { name, description, required } = parameter;
  return { key: name, value: exampleValue(parameter), description, disabled: !required };
}
