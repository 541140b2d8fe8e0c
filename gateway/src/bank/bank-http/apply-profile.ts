import type { BankProfile } from '#src/ground/config/bank-profile.ts';
import { HOUR_SECONDS } from '#src/ground/durations.ts';
import type { BankHttp } from './bank-http.ts';
import type { BankRequest } from './bank-request.ts';
import { type BankAnswer, type JsonObject, unavailable } from './classify-result.ts';

type Applied = Pick<BankProfile, 'missing' | 'errorNameFields' | 'notFoundNames'>;

const FORBIDDEN = 403;
const UNAUTHORIZED = 401;
const NOT_FOUND = 404;
const TYPE = 'https://pix.bcb.gov.br/api/v2/error';
/** Fields in which the adapter finds the name of an error that has no type, at every bank. */
export const KNOWN_NAME_FIELDS = ['nome', 'error'];
/** Before a request for missing operations is tried again; the profile only changes at a start. */
const RETRY_AFTER_SECONDS = HOUR_SECONDS;

/**
 * Gives the answers of a bank the form of the document, as its profile says. No request is sent for
 * operations that the bank doesn't have: their list is refused, everything else is unavailable,
 * because only an answer of the bank itself may end an order or a cycle.
 */
export function applyProfile(
  http: BankHttp,
  profile: Applied | undefined,
  pathPrefix: string,
): BankHttp {
  if (profile === undefined) return http;
  return {
    call: async (request) => {
      const [, resource = '', ...rest] = request.path.slice(pathPrefix.length).split('/');
      if (profile.missing.includes(resource)) {
        const isList = request.method === 'GET' && rest.length === 0;
        return isList ? notOffered(resource) : unavailable(RETRY_AFTER_SECONDS);
      }
      return inDocumentForm(await http.call(request), request, profile);
    },
    close: () => http.close(),
  };
}

function notOffered(resource: string): BankAnswer {
  const detail = `O perfil do banco diz que ele não tem ${resource}.`;
  const body = { type: `${TYPE}/AcessoNegado`, title: 'Acesso negado', detail };
  return { kind: 'refused', status: FORBIDDEN, body };
}

function inDocumentForm(
  answer: BankAnswer,
  { method }: BankRequest,
  { errorNameFields, notFoundNames }: Applied,
): BankAnswer {
  if (answer.kind !== 'refused') return answer;
  const { body, status } = answer;
  const name = nameOf(body, [...KNOWN_NAME_FIELDS, ...errorNameFields]);
  if (name === undefined || typeof body.type === 'string') return answer;
  const isAccess = status === FORBIDDEN || status === UNAUTHORIZED;
  const isSearch = method === 'GET' && !isAccess;
  const isNotFound = isSearch && notFoundNames.includes(name);
  // A 404 by another name may come from a wrong address, so it stays without a name.
  if (isSearch && status === NOT_FOUND && !isNotFound) return answer;
  const named = isNotFound ? { type: `${TYPE}/NaoEncontrado` } : { nome: name };
  return { ...answer, body: { ...body, ...named } };
}

function nameOf(body: JsonObject, fields: readonly string[]): string | undefined {
  const values = fields.map((field) => body[field]);
  return values.find((value): value is string => typeof value === 'string' && value !== '');
}
