import { problem } from '#src/ground/errors/problem.ts';
import type { RoomCodes } from '#src/ground/room-codes.ts';
import type { Room } from '#src/room.ts';

const problems = {
  pix_keys_invalid: problem(422, 'after_change', {
    pt: 'Informe até 20 chaves Pix, cada uma com até 77 letras, dígitos ou sinais, sem espaços.',
    en: 'Enter up to 20 Pix keys, each of up to 77 letters, digits or signs, without spaces.',
    cause: 'A lista tem mais de 20 chaves, ou uma delas está vazia, é longa demais ou tem espaço.',
    remedy: 'Informe cada chave como o seu programa a envia no campo `chave`.',
  }),
  client_certificate_invalid: problem(422, 'after_change', {
    pt: 'Cole um certificado válido, em PEM: de "-----BEGIN CERTIFICATE-----" até o fim.',
    en: 'Paste a valid certificate as PEM: from "-----BEGIN CERTIFICATE-----" to its end.',
    cause: 'O texto não é um certificado X.509, ou o certificado já venceu.',
    remedy: 'Envie o arquivo `.pem` ou `.crt` do certificado que o seu programa apresenta.',
  }),
  client_certificate_has_key: problem(422, 'after_change', {
    pt: 'O texto tem uma chave privada, que é só sua. Envie apenas o certificado.',
    en: 'The text has a private key, which is only yours. Send just the certificate.',
    cause: 'Alguns arquivos `.pem` têm o certificado e a chave privada.',
    remedy: 'Envie só o bloco `CERTIFICATE`. O gateway não guardou a chave privada.',
  }),
  client_certificate_not_found: problem(404, 'never', {
    pt: 'Certificado não encontrado nesta chave de API.',
    en: 'This API key has no such certificate.',
    cause: 'A chave de API não tem um certificado com esta impressão digital (SHA-256).',
    remedy: 'Atualize a página: ele pode já ter sido removido.',
  }),
  too_many_client_certificates: problem(422, 'never', {
    pt: 'Uma chave de API pode ter no máximo 5 certificados.',
    en: 'An API key can have at most 5 certificates.',
    cause: 'A chave de API já tem 5 certificados.',
    remedy: 'Remova os que já venceram ou não são usados.',
  }),
};

const codes = {
  problems,
  auditActions: ['api_pix.certificate_added', 'api_pix.certificate_removed', 'api_pix.keys_set'],
  workKinds: {},
} as const satisfies RoomCodes;

/** The Central Bank's API Pix, answered by us. */
export const apiPixRoom: Room<typeof codes> = {
  name: 'api-pix',
  codes,
  api: async () => (await import('./api.ts')).apiPixApi,
  operations: async () => (await import('./operations.ts')).apiPixOperations,
  callbackReads: async () => (await import('./webhooks/callback-reads.ts')).callbackReads,
  readToken: async () => (await import('./api.ts')).tokenReaderOf,
  standardAnswers: async () => (await import('./problems/send-problems.ts')).apiPixAnswers,
  work: async () => (await import('./work.ts')).startApiPix,
};
