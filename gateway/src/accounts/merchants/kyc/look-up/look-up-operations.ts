import { Type } from 'typebox';
import { memberRules } from '#src/ground/access/member-access.ts';
import { operationsOf } from '#src/ground/http/operation.ts';
import type { Logger } from '#src/ground/log.ts';
import { nullable, text } from '#src/ground/schemas/text-schemas.ts';
import { type AttemptCounter, limitRequests } from '../../../auth/attempt-limits.ts';
import { askSource, type LookUpSources } from './ask-source.ts';
import { EMPTY_RECORD } from './public-record.ts';

const { operation } = operationsOf<LookUpDeps>();

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

/** The look-up of a CNPJ or a CEP in public sources, to fill in a registration. */
export const lookUpOperations = [
  operation({
    at: 'GET /kyc/look-up',
    member: {
      id: 'lookUpPublicRecord',
      access: memberRules.owner,
      environment: 'none',
      isClosedToSandbox: true,
    },
    query: Query,
    answer: [200, Found],
    run: async ({ deps: { attempts, logger, sources }, query: { cnpj, cep }, request }) => {
      await limitRequests(attempts, 'look-up', request.ip);
      if (cnpj) return askSource(sources.cnpjUrl, { name: 'cnpj', value: cnpj }, logger);
      return cep ? askSource(sources.cepUrl, { name: 'cep', value: cep }, logger) : EMPTY_RECORD;
    },
  }),
];
