import { Type } from 'typebox';
import { memberRules } from '#src/ground/access/member-access.ts';
import type { DatabaseAndClock } from '#src/ground/database-and-clock.ts';
import { operationsOf } from '#src/ground/http/operation.ts';
import { readFirstSteps } from './read-first-steps.ts';

const Steps = Type.Object({
  has_confirmed_email: Type.Boolean(),
  has_data: Type.Boolean({ description: 'Os dados do cadastro estão completos.' }),
  has_documents: Type.Boolean({ description: 'Os documentos do cadastro estão completos.' }),
  is_submitted: Type.Boolean({ description: 'O cadastro foi enviado para análise.' }),
  is_approved: Type.Boolean(),
  has_second_factor: Type.Boolean({ description: 'De quem está conectado.' }),
  has_charge: Type.Boolean({ description: 'Já houve uma cobrança de teste ou de produção.' }),
  has_key: Type.Boolean({ description: 'Há uma chave de teste ou de produção.' }),
});

const { operation } = operationsOf<DatabaseAndClock>();

/** The steps of a merchant's first day, each with its state. */
export const firstStepsOperations = [
  operation({
    at: 'GET /first-steps',
    member: { id: 'getFirstSteps', access: memberRules.read, environment: 'none' },
    answer: [200, Steps],
    run: ({ deps, member }) => readFirstSteps(deps, member),
  }),
];
