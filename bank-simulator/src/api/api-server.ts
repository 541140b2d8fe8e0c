import type { Server } from 'node:https';
import type { FastifyError, FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import Fastify from 'fastify';
import type { Bank } from '../bank/bank.ts';
import type { ApiOperation } from '../bank/faults.ts';
import { BankRefusal, type RefusalKind, type Violation, writeRefusal } from '../bank/refusal.ts';
import type { BankCertificates } from '../certificates/make-certificates.ts';

export type ApiServer = FastifyInstance<Server>;

declare module 'fastify' {
  interface FastifyContextConfig {
    /** The operation's name in faults. */
    operation?: ApiOperation;
    /** The scope that the token needs; undefined for the route that issues tokens. */
    scope?: string;
    /** The refusal for a request that doesn't match the schema, or repeats a parameter. */
    invalid?: RefusalKind;
  }
}

const BODY_BYTES_MAX = 1_048_576;

const RESOURCES = 'cob[vr]?|lotecobv|loc|pix|webhook|rec|solicrec|locrec|webhookrec|webhookcobr';
/** The prefixes of other banks for the same operations: `/pix/v2`, `/api/v3`, `/pix/api/v2`. */
const OTHER_PREFIX = new RegExp(`^(?:/pix)?(?:/api)?/v[123](?=/(?:${RESOURCES})\\b)`);

/**
 * The https server without routes. The TLS handshake fails without our client certificate, but for
 * the server from which payers read.
 */
export function createApiServer(
  bank: Bank,
  certificates: BankCertificates,
  { requiresCertificate = true } = {},
): ApiServer {
  const server = Fastify({
    https: {
      ...certificates.server,
      ca: certificates.authority.cert,
      requestCert: requiresCertificate,
      rejectUnauthorized: requiresCertificate,
      minVersion: 'TLSv1.2',
    },
    bodyLimit: BODY_BYTES_MAX,
    forceCloseConnections: true,
    routerOptions: { maxParamLength: 200, ignoreTrailingSlash: true },
    rewriteUrl: ({ url = '/' }) => url.replace(OTHER_PREFIX, '/v2'),
    // As at a bank, "1" is no number (no coercion), and unknown fields are not removed.
    ajv: { customOptions: { coerceTypes: false, removeAdditional: false, allErrors: true } },
  });
  server.addContentTypeParser(
    'application/x-www-form-urlencoded',
    { parseAs: 'string' },
    (_request, body, done) => done(null, Object.fromEntries(new URLSearchParams(String(body)))),
  );
  server.addContentTypeParser('application/json', { parseAs: 'string' }, (_request, body, done) => {
    try {
      done(null, readJson(bank, String(body)));
    } catch (error) {
      done(Object.assign(error as Error, { statusCode: 400 }));
    }
  });
  server.setErrorHandler<FastifyError>((error, request, reply) =>
    answerRefusal(bank, toRefusal(error, request), reply),
  );
  server.setNotFoundHandler((_request, reply) =>
    answerRefusal(bank, new BankRefusal('routeNotFound', 'Recurso não encontrado'), reply),
  );
  return server;
}

const AMOUNT_PARTS: readonly string[] = ['multa', 'juros', 'abatimento', 'desconto'];

/**
 * Some clients send the content type of JSON with every request, also without a body. Clients of
 * banks other than Efí write fields that they don't use as null. A bank may remove parts of an
 * amount by null.
 */
function readJson({ settings }: Bank, text: string): unknown {
  if (text.trim() === '') return undefined;
  const dropsNulls = settings.dialect === 'standard';
  const isKept = ['null', 'never'].includes(settings.removesParts);
  const kept = isKept ? AMOUNT_PARTS : [];
  return JSON.parse(text, (name, value) =>
    dropsNulls && value === null && !kept.includes(name) ? undefined : value,
  );
}

/** Answers a refusal in the dialect of the bank. */
export function answerRefusal(bank: Bank, refusal: BankRefusal, reply: FastifyReply): FastifyReply {
  const { status, contentType, body } = writeRefusal(refusal, bank.settings.dialect);
  return reply.status(status).header('content-type', contentType).send(JSON.stringify(body));
}

function toRefusal(error: FastifyError | BankRefusal, request: FastifyRequest): BankRefusal {
  if (error instanceof BankRefusal) return error;
  const kind = request.routeOptions.config.invalid ?? 'requestInvalid';
  if ('validation' in error && error.validation !== undefined) {
    const violations = violationsOf(error.validation);
    const [first] = violations;
    const message = `Campo ${first?.propriedade ?? ''} inválido: ${first?.razao ?? ''}`;
    return new BankRefusal(kind, message, violations);
  }
  const { statusCode } = error as FastifyError;
  if (statusCode !== undefined && statusCode < 500) {
    return new BankRefusal('requestInvalid', 'Valores ou tipos de campo inválidos');
  }
  console.error(error);
  return new BankRefusal('internalError', 'Ocorreu um erro no simulador');
}

interface SchemaFault {
  readonly instancePath: string;
  readonly message?: string;
  readonly params: Record<string, unknown>;
}

/** The faults of a body as RFC 7807 bodies list them, below the name of an object. */
export function violationsOf(faults: readonly SchemaFault[], object = ''): Violation[] {
  return faults.map(({ instancePath, message, params }) => ({
    razao: message ?? 'inválido',
    propriedade: [object, instancePath.slice(1).replaceAll('/', '.'), nameIn(params)]
      .filter((part) => part !== '')
      .join('.'),
  }));
}

function nameIn(params: Record<string, unknown>): string {
  return String(params.missingProperty ?? params.additionalProperty ?? '');
}
