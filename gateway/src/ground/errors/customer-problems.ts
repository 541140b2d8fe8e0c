import { problem } from './problem.ts';

/** The errors of customers. */
export const customerProblems = {
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
  address_not_refused: problem(409, 'never', {
    pt: 'Este endereço não está bloqueado por recusa do servidor de e-mail.',
    en: 'This address is not blocked by a refusal of the mail server.',
    cause:
      'O endereço do cliente recebe e-mails normalmente, alguém já o liberou, ou a própria ' +
      'pessoa pediu para não receber.',
    remedy: 'Se a pessoa cancelou o recebimento, só ela decide: combine por outro meio.',
  }),
  too_many_customer_notes: problem(422, 'after_change', {
    pt: 'Um cliente pode ter no máximo 100 anotações. Apague uma antes de escrever outra.',
    en: 'A customer can have at most 100 notes. Delete one before you write another.',
    cause: 'O cliente já tem 100 anotações.',
    remedy: 'Apague uma anotação que não é mais útil.',
  }),
};
