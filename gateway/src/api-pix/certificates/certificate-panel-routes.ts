import type { FastifyPluginAsyncTypebox } from '@fastify/type-provider-typebox';
import { Type } from 'typebox';
import { roleCheckOf } from '#src/accounts/merchants/credentials/refuse-money-key.ts';
import { actorOf, memberOf, memberScope } from '#src/ground/access/member-of-request.ts';
import { OptionalCode } from '#src/ground/access/second-factor-of-member.ts';
import { isoTime } from '#src/ground/clock.ts';
import { panelChangeResponses } from '#src/ground/errors/problem-schemas.ts';
import { EnvironmentParams } from '#src/ground/schemas/panel-schemas.ts';
import type { RegisteredCertificate } from './certificate-store.ts';
import { addCertificate, type CertificateDeps, removeCertificate } from './change-certificates.ts';

const PATH = '/api/panel/:environment/api-pix/credentials/:client_id/certificates';
/** A certificate, or a chain of them. */
const TEXT_LENGTH_MAX = 16_000;

const KeyParams = { ...EnvironmentParams.properties, client_id: Type.String() };

/** A registered certificate as the panel shows it. */
export const ShownCertificate = Type.Object({
  client_id: Type.String(),
  sha256: Type.String({ description: 'A impressão digital (SHA-256), em hexadecimal.' }),
  subject: Type.String(),
  valid_from: Type.String({ format: 'date-time' }),
  valid_until: Type.String({ format: 'date-time' }),
});

export function certificateView(certificate: RegisteredCertificate) {
  return {
    client_id: certificate.clientId,
    sha256: certificate.sha256.toString('hex'),
    subject: certificate.subject,
    valid_from: isoTime(certificate.validFrom),
    valid_until: isoTime(certificate.validUntil),
  };
}

/** The panel's changes of the certificates by which clients get tokens without a secret. */
export function certificatePanelRoutes(deps: CertificateDeps): FastifyPluginAsyncTypebox {
  return async (app) => {
    app.post(
      PATH,
      {
        schema: {
          operationId: 'addClientCertificate',
          params: Type.Object(KeyParams),
          body: Type.Object({
            certificate: Type.String({ maxLength: TEXT_LENGTH_MAX }),
            code: OptionalCode,
          }),
          response: {
            201: ShownCertificate,
            ...panelChangeResponses([
              'credential_not_found',
              'client_certificate_invalid',
              'client_certificate_has_key',
              'too_many_client_certificates',
              'second_factor_invalid',
            ]),
          },
        },
      },
      async (request, reply) => {
        const { certificate } = request.body;
        const which = {
          clientId: request.params.client_id,
          scope: memberScope(request),
          checkRole: roleCheckOf(memberOf(request), request.params.environment),
        };
        const added = await addCertificate(deps, which, certificate, actorOf(request));
        return reply.code(201).send(certificateView(added));
      },
    );
    app.delete(
      `${PATH}/:sha256`,
      {
        schema: {
          operationId: 'removeClientCertificate',
          params: Type.Object({ ...KeyParams, sha256: Type.String() }),
          response: {
            204: Type.Null(),
            ...panelChangeResponses(['credential_not_found', 'client_certificate_not_found']),
          },
        },
      },
      async (request, reply) => {
        const { client_id: clientId, sha256 } = request.params;
        const which = { clientId, scope: memberScope(request) };
        await removeCertificate(deps, which, sha256, actorOf(request));
        return reply.code(204).send(null);
      },
    );
  };
}
