import { problem } from '#src/ground/errors/problem.ts';
import type { RoomCodes } from '#src/ground/room-codes.ts';
import type { Room } from '#src/room.ts';

const problems = {
  export_too_large: problem(422, 'after_change', {
    pt: 'O período tem mais de 500.000 movimentos: escolha um período menor.',
    en: 'The period has more than 500,000 movements: choose a shorter one.',
    cause:
      'Um arquivo para a contabilidade tem no máximo 500.000 movimentos, e o período pedido tem ' +
      'mais.',
    remedy:
      'Peça um período menor: um mês, uma semana ou um dia de cada vez. Os saldos encadeiam: o ' +
      'saldo inicial de um período é o final do anterior.',
  }),
  receipt_not_ready: problem(409, 'wait', {
    pt: 'Ainda não há comprovante desta transação.',
    en: 'There is no receipt of this transaction yet.',
    cause:
      'A cobrança não foi paga, o saque não foi concluído ou a devolução ainda não chegou a quem ' +
      'pagou: só há comprovante de dinheiro que se moveu.',
    remedy:
      'Espere o evento `deposit.paid`, `payout.paid` ou `deposit.refunded` e peça de novo. De ' +
      'uma devolução, use o identificador dela, e não o da cobrança.',
  }),
  closing_recipient_not_found: problem(404, 'never', {
    pt: 'Este endereço não recebe os fechamentos.',
    en: 'This address doesn’t get the closings.',
    cause: 'O endereço foi removido, cancelou o recebimento ou, ao reenviar o link, já confirmou.',
    remedy: 'Abra **Fechamentos** de novo e confira a lista.',
  }),
  closing_recipient_exists: problem(409, 'never', {
    pt: 'Este endereço já está na lista.',
    en: 'This address is already in the list.',
    cause: 'O endereço já recebe os fechamentos ou ainda não confirmou.',
    remedy: 'Mude os envios dele na lista ou reenvie o link de confirmação.',
  }),
  too_many_closing_recipients: problem(422, 'after_change', {
    pt: 'Os fechamentos vão para no máximo 10 endereços. Remova um antes de incluir outro.',
    en: 'Closings go to at most 10 addresses. Remove one before you add another.',
    cause: 'A lista já tem 10 endereços.',
    remedy: 'Remova um endereço que não precisa mais dos fechamentos.',
  }),
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
  work_not_set_aside: problem(404, 'never', {
    pt: 'Este trabalho não está separado por falha, ou já foi descartado.',
    en: 'This work is not set aside after failures, or it was dropped already.',
    cause: 'O trabalho já foi feito, ou outra pessoa já o descartou.',
    remedy: 'Recarregue a página **Saúde**.',
  }),
  request_not_found: problem(404, 'never', {
    pt: 'Requisição não encontrada.',
    en: 'Request not found.',
    cause: 'A requisição tem mais de 7 dias ou não foi registrada.',
    remedy: 'Procure outra requisição em Requisições.',
  }),
};

const codes = {
  problems,
  auditActions: [
    'closing.address_asked',
    'closing.address_changed',
    'closing.address_confirmed',
    'closing.address_named',
    'closing.address_removed',
    'closing.address_stopped',
    'closing.files_chosen',
    'customer.erased',
    'customer.exported',
    'customer.note_removed',
    'customer.noted',
    'work.dropped',
    'work.retried',
  ],
  workKinds: {},
} as const satisfies RoomCodes;

/** Transactions, search, statements, receipts, overview and live updates. */
export const reportsRoom: Room<typeof codes> = {
  name: 'reports',
  codes,
  api: async () => (await import('./api.ts')).reportsApi,
  operations: async () => (await import('./operations.ts')).reportsOperations,
  work: async () => (await import('./work.ts')).startReports,
  expiries: async () => (await import('./work.ts')).reportExpiries,
  commands: [
    ['customer', async () => (await import('./commands/customer-commands.ts')).addCustomerCommands],
  ],
};
