import { Type } from 'typebox';
import { keyOfCall } from '#src/accounts/merchants/credentials/refuse-money-key.ts';
import { CODE_IN_LIVE, memberRules } from '#src/ground/access/member-access.ts';
import { OptionalCode } from '#src/ground/access/second-factor-of-member.ts';
import { isoTime } from '#src/ground/clock.ts';
import type { DatabaseAndClock } from '#src/ground/database-and-clock.ts';
import { operationsOf } from '#src/ground/http/operation.ts';
import type { RegisteredCertificate } from './certificate-store.ts';
import { addCertificate, removeCertificate } from './change-certificates.ts';

const { operation } = operationsOf<DatabaseAndClock>();

/** A certificate, or a chain of them. */
const TEXT_LENGTH_MAX = 16_000;

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

/** The operations on the certificates by which clients get tokens without a secret. */
export const certificateOperations = [
  operation({
    at: 'POST /api-pix/credentials/:client_id/certificates',
    // A certificate is as good as the secret of its key.
    member: { id: 'addClientCertificate', access: { ...memberRules.keys, code: CODE_IN_LIVE } },
    body: Type.Object({
      certificate: Type.String({ maxLength: TEXT_LENGTH_MAX }),
      code: OptionalCode,
    }),
    answer: [201, ShownCertificate],
    refuses: [
      'credential_not_found',
      'client_certificate_invalid',
      'client_certificate_has_key',
      'too_many_client_certificates',
    ],
    run: async (call) => {
      const { deps, body, by } = call;
      return certificateView(await addCertificate(deps, keyOfCall(call), body.certificate, by));
    },
  }),
  operation({
    at: 'DELETE /api-pix/credentials/:client_id/certificates/:sha256',
    member: { id: 'removeClientCertificate', access: memberRules.keys },
    answer: [204, Type.Null()],
    refuses: ['credential_not_found', 'client_certificate_not_found'],
    run: async ({ deps, owner, params: { client_id: clientId, sha256 }, by }) => {
      await removeCertificate(deps, { clientId, scope: owner.scope }, sha256, by);
      return null;
    },
  }),
];
