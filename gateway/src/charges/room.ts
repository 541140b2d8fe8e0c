import { problem } from '#src/ground/errors/problem.ts';
import type { RoomCodes } from '#src/ground/room-codes.ts';
import type { Room } from '#src/room.ts';
import { dueProblems } from './due/due-problems.ts';

const problems = {
  charge_not_payable: problem(409, 'never', {
    pt: 'A cobrança não está pendente: já foi paga, expirou ou foi cancelada.',
    en: 'The charge is not pending: it was paid, expired or was canceled.',
    cause:
      'A cobrança já foi paga, expirou ou foi cancelada. Também acontece quando dois testes ' +
      'pagam a mesma cobrança.',
    remedy: 'Consulte a cobrança e siga conforme `status`. Para outro teste, crie outra cobrança.',
  }),
  charge_already_paid: problem(409, 'never', {
    pt: 'A cobrança já foi paga.',
    en: 'The charge is already paid.',
    cause: 'O pagamento chegou antes do cancelamento ou da alteração. O pagamento vale.',
    remedy:
      'Trate o pedido como pago; `deposit.paid` chega em instantes. Para desfazer, ' +
      '[devolva](../devolucoes.md).',
  }),
  charge_expired: problem(409, 'never', {
    pt: 'A cobrança já expirou.',
    en: 'The charge has expired.',
    cause: 'O prazo da cobrança já terminou, e não há o que cancelar.',
    remedy: 'Nada a fazer. Se o dinheiro chegar mesmo assim, a cobrança passa a `paid`.',
  }),
  demo_cannot_split: problem(422, 'never', {
    pt: 'A conta de demonstração (sandbox) não pode enviar split.',
    en: 'The demo account (sandbox) can’t send a split.',
    cause: 'A conta de demonstração não divide cobranças.',
    remedy: 'Use a chave de teste da sua conta. `POST /v1/splits/preview` calcula sem criar nada.',
  }),
  invalid_split: problem(422, 'after_change', {
    pt: 'O campo split deve ser uma lista de objetos com username e percentage ou amount.',
    en: 'The field split must be a list of objects with username and percentage or amount.',
    cause:
      '`split` não é uma lista, ou uma entrada não tem `username` e exatamente um de ' +
      '`percentage` e `amount`.',
    remedy: 'Veja o formato em [Splits](../splits.md). Uma lista vazia é o mesmo que nenhum split.',
  }),
  too_many_splits: problem(422, 'after_change', {
    pt: 'Uma cobrança aceita no máximo 20 splits.',
    en: 'A charge accepts at most 20 splits.',
    cause: 'A lista tem mais de 20 entradas.',
    remedy: 'Junte partes, ou pague os demais por transferência ou saque depois do recebimento.',
  }),
  invalid_percentage: problem(422, 'after_change', {
    pt: 'O percentual de um split deve ir de 0,01 a 90, com no máximo duas casas decimais.',
    en: 'The percentage of a split must be from 0.01 to 90, with at most two decimals.',
    cause:
      'Um percentual é menor do que 0,01, maior do que 90, tem mais de duas casas ou veio como ' +
      'texto.',
    remedy: 'Envie um número JSON: `10`, `5.55`.',
  }),
  duplicate_username: problem(422, 'after_change', {
    pt: 'O mesmo username aparece mais de uma vez no split.',
    en: 'The same username appears more than once in the split.',
    cause: 'O mesmo lojista aparece duas vezes.',
    remedy: 'Some as partes dele em uma entrada.',
  }),
  self_split: problem(422, 'after_change', {
    pt: 'O split não pode incluir a própria conta.',
    en: 'The split can’t include the own account.',
    cause: 'A lista traz a sua própria conta.',
    remedy: 'Tire a sua entrada: o que resta depois da tarifa e das partes já fica com você.',
  }),
  sum_exceeds_90: problem(422, 'after_change', {
    pt: (facts) =>
      `A soma dos percentuais do split é ${facts.sumPercentage ?? ''}% e não pode passar de 90%.`,
    en: (facts) =>
      `The percentages of the split sum to ${facts.sumPercentage?.replace(',', '.') ?? ''}% and ` +
      'can’t exceed 90%.',
    example: { sumPercentage: '90,01' },
    cause: 'Os percentuais somam mais de 90. A mensagem diz a soma.',
    remedy: 'Diminua os percentuais. Partes fixas (`amount`) não entram na soma.',
  }),
  username_not_found: problem(422, 'after_change', {
    pt: 'Um dos usernames do split não está disponível para receber.',
    en: 'One of the usernames of the split can’t receive.',
    cause:
      'Um dos usernames não existe, não está ativo ou é a conta de demonstração. Por privacidade ' +
      'a resposta não diz qual.',
    remedy: 'Peça o username a quem vai receber: está no painel, ao lado do nome.',
  }),
  split_exceeds_net: problem(422, 'after_change', {
    pt: 'A tarifa e os splits somam mais do que o valor da cobrança.',
    en: 'The fee and the splits are more than the amount of the charge.',
    cause: 'A tarifa e as partes passam do valor da cobrança.',
    remedy:
      'Diminua as partes ou aumente o valor. `POST /v1/splits/preview` mostra a conta inteira.',
  }),
  amount_too_small: problem(422, 'after_change', {
    pt: 'O valor da cobrança deve ser maior do que a tarifa do serviço.',
    en: 'The amount of the charge must be more than the fee.',
    cause: 'O valor não passa da tarifa: não sobraria nada para você.',
    remedy: 'Confira se o valor está em centavos: `9990` é R$ 99,90.',
  }),
  subscriptions_unavailable: problem(503, 'wait', {
    pt: 'O banco desta plataforma não tem Pix Automático. Com chaves de teste já funciona.',
    en: 'The bank of this platform does not have recurring Pix. Test keys can use it.',
    cause: 'Assinaturas de produção precisam de um banco que ofereça o Pix Automático.',
    remedy: 'Integre com chaves de teste. Pergunte ao operador da plataforma quando haverá banco.',
  }),
  charge_of_subscription: problem(409, 'never', {
    pt: 'Esta cobrança é de uma assinatura: ela muda só pela assinatura.',
    en: 'This charge belongs to a subscription and changes only through it.',
    cause: 'O banco do pagador debita a cobrança sozinho no vencimento; ela não tem código.',
    remedy: 'Use `/v1/subscriptions`: cancele a assinatura, ou teste a falha da cobrança.',
  }),
  txid_taken: problem(409, 'never', {
    pt: 'O txid já é de outra cobrança desta conta.',
    en: 'Another charge of this account has the txid.',
    cause:
      'Uma cobrança criada pela API Pix (`/pix/v2`) tem um `txid` único na conta e no ambiente, ' +
      'e já existe uma cobrança com ele.',
    remedy:
      'Consulte a cobrança com `GET /pix/v2/cob/{txid}`. Para outra cobrança, use outro `txid`.',
  }),
  location_taken: problem(409, 'never', {
    pt: 'O location já é de outra cobrança desta conta.',
    en: 'Another charge of this account has the location.',
    cause:
      'A cobrança da API Pix (`/pix/v2`) indica em `loc.id` um location que outra cobrança tem. ' +
      'Cada location tem uma cobrança por vez.',
    remedy:
      'Libere o location com `DELETE /pix/v2/loc/{id}/txid`, ou indique outro. `GET /pix/v2/loc` ' +
      'com `txIdPresente=false` lista os livres.',
  }),
  charge_not_revisable: problem(409, 'never', {
    pt: 'A cobrança já foi paga, removida ou expirou, e não pode mais ser alterada.',
    en: 'The charge was paid or removed, or has expired, and can’t be changed any more.',
    cause:
      'Só uma cobrança que ainda pode ser paga é alterada. Depois da expiração ela continua ' +
      'ATIVA na API Pix, mas só pode ser removida.',
    remedy: 'Crie outra cobrança, com outro `txid`.',
  }),
  test_clock_not_found: problem(404, 'never', {
    pt: 'Relógio de teste não encontrado.',
    en: 'Test clock not found.',
    cause: 'O relógio foi apagado, ou é de outra conta.',
    remedy: 'Liste os da conta, ou crie outro: veja [Relógios de teste](../relogios-de-teste.md).',
  }),
  logo_invalid: problem(422, 'after_change', {
    pt: 'O logotipo deve ser um PNG, JPG ou WebP de até 256 KB, com lados de 16 a 2048 pixels.',
    en: 'The logo must be a PNG, JPG or WebP of up to 256 KB, with sides of 16 to 2048 pixels.',
    cause:
      'O arquivo não é PNG, JPG ou WebP, passa de 256 KB, ou tem um lado fora de 16 a 2048 pixels.',
    remedy: 'Exporte o logotipo em um desses formatos, com até 256 KB.',
  }),
  ...dueProblems,
};

const codes = {
  problems,
  auditActions: [
    'charge.cancel_requested',
    'charge.changed',
    'charge.created',
    'charge.paid_by_hand',
    'payment_page.changed',
    'payment_page.logo_removed',
    'payment_page.logo_set',
  ],
  workKinds: {
    /**
     * A draft, change or cancellation of a live charge, by the charge's id. Until the bank is asked
     * again, the charge can't be read.
     */
    bank_charge: { isKept: true },
    charge: {},
  },
} as const satisfies RoomCodes;

/** Charges, splits and the pages of payers. */
export const chargesRoom: Room<typeof codes> = {
  name: 'charges',
  codes,
  api: async () => (await import('./api.ts')).chargesApi,
  operations: async () => (await import('./operations.ts')).chargesOperations,
  work: async () => (await import('./work.ts')).startCharges,
  sharedWork: async () => {
    const { startDueCharges } = await import('./work.ts');
    return (context) => [startDueCharges(context)];
  },
  checks: async () => (await import('./work.ts')).chargesChecks,
  // In the order in which they claim.
  chargeOwners: async () => [
    (await import('./txids/txid-owner.ts')).txidOwner,
    (await import('./locations/location-owner.ts')).locationOwner,
    (await import('./revisions/revisions.ts')).revisionOwner,
  ],
  eventForms: async () => [(await import('./paid-event-form.ts')).paidEventForm],
};
