import { problem } from '#src/ground/errors/problem.ts';
import type { RoomCodes } from '#src/ground/room-codes.ts';
import type { Room } from '#src/room.ts';

const problems = {
  incoming_payment_not_found: problem(404, 'never', {
    pt: 'Não há um recebimento a identificar com este EndToEndId.',
    en: 'There is no unmatched incoming payment with this EndToEndId.',
    cause: 'O recebimento já foi identificado, ou o EndToEndId está errado.',
    remedy: 'Liste os que esperam em **Recebimentos**, ou com `incoming-payment list`.',
  }),
  incoming_payment_names_no_charge: problem(409, 'never', {
    pt: 'Este recebimento não informa uma cobrança: credite-o a um lojista ou devolva-o.',
    en: 'This incoming payment names no charge: assign it to a merchant or return it.',
    cause: 'O Pix não tem o txid de uma cobrança deste gateway.',
    remedy: 'Atribua o recebimento a um lojista, ou devolva-o pelo banco.',
  }),
  incoming_payment_names_another_charge: problem(409, 'never', {
    pt: 'Este recebimento informa outra cobrança, que ainda pode ser paga: pague essa.',
    en: 'This incoming payment names another charge, which can still be paid: pay that one.',
    cause: 'O Pix tem o txid de uma cobrança que ainda não foi paga, e outra foi escolhida.',
    remedy: 'Pague a cobrança que o recebimento informa, credite-o a um lojista ou devolva-o.',
  }),
  incoming_payment_partly_returned: problem(409, 'never', {
    pt: 'Uma devolução deste recebimento foi vista no banco: o Pix, ou parte, voltou ao pagador.',
    en: 'The bank shows a refund of this incoming payment: all or a part went back to its payer.',
    cause:
      'O banco devolveu o Pix ou uma parte: por contestação (MED), ou a pedido no próprio banco.',
    remedy:
      'Confira a devolução no banco. Se o Pix inteiro voltou, registre-a em **Recebimentos**. O ' +
      'resto de um Pix cuja contestação já foi lançada pode ser creditado a um lojista.',
  }),
  charge_amount_changed: problem(409, 'after_change', {
    pt: 'A cobrança já não pede o valor que foi conferido.',
    en: 'The charge no longer asks for the amount that was reviewed.',
    cause: 'A cobrança foi alterada depois da conferência.',
    remedy: 'Recarregue a página, confira os valores e decida de novo.',
  }),
  failed_refund_not_found: problem(404, 'never', {
    pt: 'Não há uma devolução que falhou no banco a verificar com este identificador.',
    en: 'There is no refund that failed at the bank to check with this id.',
    cause: 'A devolução que falhou no banco já foi verificada.',
    remedy: 'Liste em **Conciliação** as que restam.',
  }),
  assignment_not_found: problem(404, 'never', {
    pt: 'Este recebimento não está identificado, ou a identificação já foi desfeita.',
    en: 'This incoming payment is not assigned, or the assignment was undone.',
    cause: 'O recebimento não está identificado, ou a identificação já foi desfeita.',
    remedy: 'Confira o recebimento em **Recebimentos**.',
  }),
  reconciliation_not_found: problem(404, 'never', {
    pt: 'Este dia ainda não foi conciliado.',
    en: 'This day is not reconciled yet.',
    cause: 'O dia ainda não foi conciliado.',
    remedy: 'Espere a conciliação do dia, ou rode `reconcile --day`.',
  }),
  day_invalid: problem(422, 'after_change', {
    pt: 'Informe um dia que já começou, como 2026-11-20.',
    en: 'Enter a day that has begun, like 2026-11-20.',
    cause: 'O dia não existe ou ainda não começou.',
    remedy: 'Informe como `2026-11-20`.',
  }),
};

const codes = {
  problems,
  auditActions: [
    'bank.moved',
    'bank.webhook_registered',
    'bank.webhook_removed',
    'incoming_payment.assigned',
    'incoming_payment.failed_refund_seen',
    'incoming_payment.matched',
    'incoming_payment.returned',
    'incoming_payment.unassigned',
    'incoming_payment.unreadable_resolved',
    'reconciliation.asked',
    'restoration.begun',
    'restoration.confirmed',
  ],
  workKinds: {
    /** The refunds that the bank made of a payment, by its end-to-end id. */
    bank_refund: {},
    /** A stored call-back of the bank. */
    callback: {},
    incoming_payment: {},
  },
} as const satisfies RoomCodes;

/** Payments that the bank received, suspense, reconciliation and restored backups. */
export const incomingRoom: Room<typeof codes> = {
  name: 'incoming',
  codes,
  api: async () => (await import('./api.ts')).incomingApi,
  operations: async () => (await import('./operations.ts')).incomingOperations,
  work: async () => (await import('./work.ts')).startIncoming,
  sharedWork: async () => {
    const { startCallbacks } = await import('./work.ts');
    return (context, { bank, handlers }) => (bank ? [startCallbacks(context, bank, handlers)] : []);
  },
  checks: async () => (await import('./work.ts')).incomingChecks,
  expiries: async () => (await import('./work.ts')).incomingExpiries,
  commands: [
    [
      'bank',
      async ({ bankExam }) => {
        const { addBankCommands } = await import('./commands/bank-commands.ts');
        const exam = await bankExam();
        return (program) => addBankCommands(program, exam);
      },
    ],
    [
      'incoming-payment',
      async () =>
        (await import('./commands/incoming-payment-commands.ts')).addIncomingPaymentCommands,
    ],
    ['held', async () => (await import('./commands/held-commands.ts')).addHeldCommands],
    [
      'reconcile',
      async () => (await import('./commands/reconcile-command.ts')).addReconcileCommand,
    ],
  ],
};
