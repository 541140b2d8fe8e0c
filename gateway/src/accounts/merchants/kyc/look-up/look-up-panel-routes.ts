import type { FastifyPluginAsyncTypebox } from '@fastify/type-provider-typebox';
import { Type } from 'typebox';
import { panelReadResponses } from '#src/ground/errors/problem-schemas.ts';
import type { Logger } from '#src/ground/log.ts';
import { nullable, text } from '#src/ground/schemas/text-schemas.ts';
import { type AttemptCounter, limitRequests } from '../../../auth/attempt-limits.ts';
import { askSource, type LookUpSources } from './ask-source.ts';
import { EMPTY_RECORD } from './public-record.ts';

const line = (description: string, example: string) => nullable(text(description, example));

const Found = Type.Object({
  legal_name: line('Razão social.', 'Doceria da Ana Ltda.'),
  postal_code: line('CEP.', '01310100'),
  street: line('Logradouro.', 'Avenida Paulista'),
  number: line('Número.', '1000'),
  complement: line('Complemento.', 'Sala 5'),
  district: line('Bairro.', 'Bela Vista'),
  city: line('Cidade.', 'São Paulo'),
  state: line('UF.', 'SP'),
});
const Query = Type.Object({
  cnpj: Type.Optional(Type.String({ pattern: '^[0-9A-Z]{12}[0-9]{2}$' })),
  cep: Type.Optional(Type.String({ pattern: '^[0-9]{8}$' })),
});

export interface LookUpDeps {
  readonly attempts: AttemptCounter;
  readonly logger: Logger;
  readonly sources: LookUpSources;
}

/** What public sources say about a CNPJ or a CEP, to fill in a registration. */
export function lookUpPanelRoutes({
  attempts,
  logger,
  sources: { cnpjUrl, cepUrl },
}: LookUpDeps): FastifyPluginAsyncTypebox {
  return async (app) => {
    app.get(
      '/api/panel/kyc/look-up',
      {
        config: { isClosedToSandbox: true },
        schema: {
          operationId: 'lookUpPublicRecord',
          querystring: Query,
          response: {
            200: Found,
            ...panelReadResponses(['invalid_request', 'sandbox_forbidden']),
          },
        },
      },
      async (request) => {
        await limitRequests(attempts, 'look-up', request.ip);
        const { cnpj, cep } = request.query;
        if (cnpj) return askSource(cnpjUrl, { name: 'cnpj', value: cnpj }, logger);
        return cep ? askSource(cepUrl, { name: 'cep', value: cep }, logger) : EMPTY_RECORD;
      },
    );
  };
}
