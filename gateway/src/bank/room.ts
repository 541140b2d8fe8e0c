import { problem } from '#src/ground/errors/problem.ts';
import type { RoomCodes } from '#src/ground/room-codes.ts';
import type { Room } from '#src/room.ts';

const problems = {
  provider_unavailable: problem(503, 'unknown', {
    pt: ({ isBankMissing }) =>
      isBankMissing
        ? 'Sem banco conectado, ainda não é possível cobrar, sacar nem devolver em produção.'
        : 'O provedor bancário não está disponível no momento. Tente novamente em instantes.',
    en: ({ isBankMissing }) =>
      isBankMissing
        ? 'Without a connected bank, production can’t charge, pay out or refund yet.'
        : 'The bank is not available right now. Try again in a moment.',
    cause:
      'O banco não respondeu, ou respondeu que está fora do ar. Ou nenhum banco está conectado a ' +
      'este gateway; nesse caso a mensagem diz isso, e repetir não ajuda.',
    remedy:
      'Repita com a mesma chave em pausas crescentes. Uma cobrança que o banco tenha registrado ' +
      'é encontrada, e não há segunda.',
  }),
  provider_refused: problem(422, 'after_change', {
    pt: (facts) => `O banco recusou a operação: ${facts.reason ?? 'sem motivo informado'}`,
    en: (facts) => `The bank refused the operation: ${facts.reason ?? 'no reason'}`,
    example: { reason: 'a chave não existe.' },
    cause: 'O banco recusou a operação; a mensagem traz o motivo que ele deu.',
    remedy:
      'Corrija conforme o motivo. Se ele não bastar, o operador encontra a resposta inteira no ' +
      'log pelo `X-Request-Id`.',
  }),
  held_order_not_found: problem(404, 'never', {
    pt: 'Não há um saque ou devolução retido com este identificador.',
    en: 'There is no held payout or refund with this id.',
    cause: 'A operação já terminou ou não está retida.',
    remedy: 'Liste em **Retidos**, ou com `held list`.',
  }),
  provider_not_configured: problem(409, 'never', {
    pt: 'Nenhum banco está configurado neste gateway (PROVIDER).',
    en: 'No bank is configured in this gateway (PROVIDER).',
    cause: 'O gateway não tem banco.',
    remedy: 'Defina `PROVIDER` e as variáveis do banco, e reinicie.',
  }),
};

const codes = {
  problems,
  auditActions: [],
  workKinds: {},
} as const satisfies RoomCodes;

/** The port to a bank and its adapters, which only give functions to other rooms. */
export const bankRoom: Room<typeof codes> = { name: 'bank', codes };
