import type { FastifyInstance, FastifyPluginAsync, FastifyReply, FastifyRequest } from 'fastify';
import { isVisibleText } from '#src/ground/visible-text.ts';
import { authenticateCallers } from '../../merchants/credentials/authenticate.ts';
import {
  type CredentialDeps,
  revokeCredential,
} from '../../merchants/credentials/manage-credentials.ts';
import { type AttemptCounter, limitRequests } from '../attempt-limits.ts';
import { beginDeviceLogIn, fetchDeviceKey } from './device-log-in.ts';

const FORM_TYPE = 'application/x-www-form-urlencoded';
const FORM_BYTES_MAX = 2_048;
const CLIENT_ID = 'pix';
const CLIENT_NAME_MAX = 60;
const GRANT_TYPE = 'urn:ietf:params:oauth:grant-type:device_code';

/** Where the member types the code. */
export const DEVICE_PAGE = '/painel/terminal';

/** The errors of RFC 6749 and RFC 8628, for programs, with a sentence for people. */
const OAUTH_ERRORS = {
  invalid_request: 'Falta um campo da requisição, ou ele tem um valor inválido.',
  invalid_client: 'O client_id deve ser "pix".',
  unsupported_grant_type: `O grant_type deve ser "${GRANT_TYPE}".`,
  authorization_pending: 'Ninguém confirmou o código ainda.',
  slow_down: 'As consultas estão próximas demais: espere cinco segundos entre elas.',
  access_denied: 'O pedido foi recusado, ou quem o confirmou não pode mais criar chaves.',
  expired_token: 'O código venceu, já foi usado ou não existe. Comece de novo.',
} as const;

export interface DeviceRoutesDeps extends CredentialDeps {
  readonly attempts: AttemptCounter;
  readonly appUrl: string;
}

/**
 * The log-in of `pix` by the device flow (RFC 8628), and its log-out (RFC 7009). Codes and secrets
 * are in bodies only: addresses stand in logs.
 */
export function deviceRoutes(deps: DeviceRoutesDeps): FastifyPluginAsync {
  return async (app) => {
    app.removeAllContentTypeParsers();
    app.addContentTypeParser<string>(FORM_TYPE, { parseAs: 'string' }, (_request, body, done) =>
      done(null, new URLSearchParams(body)),
    );
    addAuthorization(app, deps);
    addToken(app, deps);
    addRevocation(app, deps);
  };
}

const OPTIONS = { schema: { hide: true }, bodyLimit: FORM_BYTES_MAX } as const;

function addAuthorization(app: FastifyInstance, deps: DeviceRoutesDeps): void {
  app.post('/oauth/device/authorization', OPTIONS, async (request, reply) => {
    await limitRequests(deps.attempts, 'device-log-in', request.ip);
    const form = formOf(request);
    if (form.get('client_id') !== CLIENT_ID) return refuse(reply, 'invalid_client');
    const clientName = form.get('client_name')?.trim() || CLIENT_ID;
    if (clientName.length > CLIENT_NAME_MAX || !isVisibleText(clientName)) {
      return refuse(reply, 'invalid_request');
    }
    const begun = await beginDeviceLogIn(deps, { clientName, address: request.ip });
    return reply.header('cache-control', 'no-store').send({
      device_code: begun.deviceCode,
      user_code: begun.userCode,
      verification_uri: `${deps.appUrl}${DEVICE_PAGE}`,
      expires_in: begun.expiresIn,
      interval: begun.interval,
    });
  });
}

function addToken(app: FastifyInstance, deps: DeviceRoutesDeps): void {
  app.post('/oauth/device/token', OPTIONS, async (request, reply) => {
    const form = formOf(request);
    const deviceCode = form.get('device_code');
    if (form.get('client_id') !== CLIENT_ID) return refuse(reply, 'invalid_client');
    if (form.get('grant_type') !== GRANT_TYPE) return refuse(reply, 'unsupported_grant_type');
    if (!deviceCode) return refuse(reply, 'invalid_request');
    const fetched = await fetchDeviceKey(deps, deviceCode);
    if (typeof fetched === 'string') return refuse(reply, fetched);
    return reply.header('cache-control', 'no-store').send({
      access_token: fetched.clientSecret,
      token_type: 'client_secret',
      client_id: fetched.clientId,
      environment: fetched.environment,
      name: fetched.name,
    });
  });
}

/** A key that is unknown or revoked already gets the same answer, as RFC 7009 asks. */
function addRevocation(app: FastifyInstance, deps: DeviceRoutesDeps): void {
  app.post('/oauth/device/revocation', OPTIONS, async (request, reply) => {
    await limitRequests(deps.attempts, 'device-log-out', request.ip);
    const form = formOf(request);
    const pair = {
      clientId: form.get('client_id') ?? '',
      clientSecret: form.get('token') ?? '',
    };
    const [found] = await authenticateCallers(deps.database, [pair]);
    const caller = found && 'value' in found ? found.value : undefined;
    if (caller) {
      const { clientId } = caller;
      const by = { kind: 'merchant', id: null, name: clientId, address: request.ip } as const;
      await revokeCredential(deps, { clientId }, by);
    }
    return reply.header('cache-control', 'no-store').send({});
  });
}

function formOf({ body }: FastifyRequest): URLSearchParams {
  return body instanceof URLSearchParams ? body : new URLSearchParams();
}

function refuse(reply: FastifyReply, error: keyof typeof OAUTH_ERRORS): FastifyReply {
  const answer = { error, error_description: OAUTH_ERRORS[error] };
  return reply.code(400).header('cache-control', 'no-store').send(answer);
}
