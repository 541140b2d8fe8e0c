import { problem } from '#src/ground/errors/problem.ts';
import type { RoomCodes } from '#src/ground/room-codes.ts';
import type { Room } from '#src/room.ts';

const problems = {
  customer_not_found: problem(404, 'never', {
    pt: 'Cliente não encontrado.',
    en: 'Customer not found.',
    cause:
      'O cliente é de outra conta ou do outro ambiente, o identificador está incompleto, ou os ' +
      'dados do cliente foram apagados.',
    remedy: 'Procure pelo nome ou pelo documento com `GET /v1/customers?search=`.',
  }),
  customer_has_open_charges: problem(409, 'after_change', {
    pt:
      'Os dados não podem ser apagados agora: o cliente tem cobrança ou assinatura em aberto, ' +
      'devolução em andamento ou contestação aberta.',
    en:
      'The data can’t be erased now: the customer has an open charge or subscription, a refund ' +
      'on its way or an open dispute.',
    cause:
      'Uma cobrança do cliente ainda pode ser paga, uma devolução ainda não chegou, ou uma ' +
      'contestação não foi encerrada: até lá os dados são necessários.',
    remedy:
      'Cancele as cobranças pendentes com `POST /v1/transactions/{id}/cancel`, espere as ' +
      'devoluções e contestações terminarem e apague de novo.',
  }),
  too_many_customer_notes: problem(422, 'after_change', {
    pt: 'Um cliente pode ter no máximo 100 anotações. Apague uma antes de escrever outra.',
    en: 'A customer can have at most 100 notes. Delete one before you write another.',
    cause: 'O cliente já tem 100 anotações.',
    remedy: 'Apague uma anotação que não é mais útil.',
  }),
};

const codes = {
  problems,
  auditActions: ['customer.erased', 'customer.exported', 'customer.note_removed', 'customer.noted'],
  workKinds: {},
} as const satisfies RoomCodes;

/** Customers: who paid charges, their notes, export and erasure. */
export const customersRoom: Room<typeof codes> = {
  name: 'reports/customers',
  codes,
  api: async () => (await import('./api.ts')).customersApi,
  operations: async () => (await import('./operations.ts')).customersOperations,
  work: async () => (await import('./work.ts')).startCustomers,
  opens: async () => {
    const { openCustomerIndex: openIndex } = await import('./link-customers.ts');
    const { returnedChargesOf } = await import('./returned-charges.ts');
    return { customers: { openIndex, returnedChargesOf } };
  },
  chargeOwners: async () => [(await import('./customer-link-store.ts')).customerOwner],
  commands: [
    ['customer', async () => (await import('./customer-commands.ts')).addCustomerCommands],
  ],
};
