import assert from 'node:assert/strict';
import { after, test } from 'node:test';
import { DEVIATIONS, type DeviationName } from '../../../../bank-simulator/src/bank-simulator.ts';
import { examined, startExaminedBank } from '../../../test/banking/examined-bank.ts';
import type { ExamLevel } from './exam.ts';

const examinedBank = await startExaminedBank({ after }, 'standard');
const { deviations: active } = examinedBank.bank;

/** The codes by which an exam finds the deviations that the bank plays at the same time. */
interface Round {
  readonly levels: readonly ExamLevel[];
  readonly finds: Readonly<Partial<Record<DeviationName, readonly string[]>>>;
}

const UNKNOWN = ['findUnknownCharge', 'findUnknownPayment', 'findUnknownRefund'];
const of = (steps: readonly string[], ...names: readonly string[]) =>
  steps.flatMap((step) => names.map((name) => `${step}.${name}`));
const PAGING = ['paginaAtual', 'itensPorPagina', 'quantidadeDePaginas', 'quantidadeTotalDeItens'];
const paging = (step: string) => PAGING.map((name) => `${step}.parametros.paginacao.${name}`);
const READ_LISTS = ['listCharges', 'listPayments', 'listWebhooks', 'listDueCharges'];
const CREATED = ['createCharge', 'findCharge'];
const CANCELLED = ['cancelCharge', 'findCancelled', 'cancelSecondCharge'];
const CALLBACKS = ['paymentCallback', 'refundCallback'];
const DUE = ['createDueCharge', 'findDueCharge'];

const ROUNDS: readonly Round[] = [
  {
    levels: ['read'],
    finds: {
      lifetimeAsText: ['token.expires_in'],
      noTokenType: ['token.token_type'],
      bareNotFound: of(UNKNOWN, 'json'),
      // The empty list of payments is a refusal here.
      noPaging: READ_LISTS.filter((list) => list !== 'listPayments').flatMap(paging),
      emptyListAs404: ['listNoPayments.success', 'listPayments.success'],
      noLots: ['listLots.offered'],
      noLocations: ['listLocations.offered'],
      noAutomatic: ['listRecurrences.offered', 'listRecurringCharges.offered'],
    },
  },
  { levels: ['read'], finds: { tokenByAnotherName: ['token.access_token'] } },
  {
    levels: ['read'],
    finds: {
      narrowScopes: ['token.scope'],
      // The token with the scopes of receiving alone may not list the other families.
      otherScopesRefused: [
        'scopedToken.success',
        ...['listLots', 'listLocations', 'listRecurrences', 'listRecurringCharges'].map(
          (list) => `${list}.offered`,
        ),
      ],
      notFoundAsPage: of(UNKNOWN, 'json'),
      // There is no list of charges with due dates here.
      pagesFromOne: READ_LISTS.slice(0, -1).map(
        (list) => `${list}.parametros.paginacao.paginaAtual`,
      ),
      emptyListWithoutArray: ['listNoPayments.pix', 'listPayments.pix'],
      noDueCharges: ['listDueCharges.offered'],
    },
  },
  {
    levels: ['read'],
    finds: {
      notFoundAsEmptySuccess: of(UNKNOWN, 'refused'),
      pagingAsText: READ_LISTS.flatMap(paging),
    },
  },
  {
    levels: ['read'],
    finds: { notFoundWithCode: of(UNKNOWN, 'type', 'title', 'status', 'content-type') },
  },
  {
    levels: ['read'],
    finds: { notFoundAs422: of(UNKNOWN, 'http', 'type', 'title', 'status', 'content-type') },
  },
  {
    levels: ['read'],
    finds: {
      problemWithoutType: of(UNKNOWN, 'type'),
      problemAsJson: of(UNKNOWN, 'content-type'),
      problemStatusAsText: of(UNKNOWN, 'status'),
    },
  },
  {
    levels: ['charges', 'due', 'webhook'],
    finds: {
      refusalAs500: ['refuseAmount.refused'],
      pageSizeIgnored: ['listOneCharge.size', 'listOneCharge.pages'],
      statusFilterIgnored: ['listActive.filter'],
      createdWith200: ['createCharge.status', 'createWithoutTxid.status'],
      revisionAsText: of([...CREATED, 'reviseCharge'], 'revisao'),
      expiryAsText: ['createCharge.calendario.expiracao'],
      creationWithoutZone: of(CREATED, 'calendario.criacao'),
      locationWithScheme: of(CREATED, 'location'),
      codeWithWrongChecksum: of(CREATED, 'pixCopiaECola'),
      revisionIgnored: ['findRevision.valor.original'],
      keyMissing: of(CREATED, 'chave'),
      removedByAnotherWord: of(CANCELLED, 'status'),
      receiverMissing: of(DUE, 'recebedor'),
      fineAsNumber: of(DUE, 'valor.multa.valorPerc'),
      dueDateInBrazilianForm: of(DUE, 'calendario.dataDeVencimento'),
      webhookWith204: ['registerWebhook.status'],
      webhookUrlByAnotherName: ['findRegisteredWebhook.webhookUrl'],
    },
  },
  {
    levels: ['charges', 'due', 'webhook'],
    finds: {
      pageIgnored: ['listSecondPage.parametros.paginacao.paginaAtual', 'listSecondPage.differs'],
      amountAsNumber: [...of([...CREATED, 'reviseCharge', 'findRevision'], 'valor.original')],
      noCodeNorLocation: of(CREATED, 'code'),
      cancelStaysActive: of(CANCELLED, 'status'),
      anyWebhookUrl: ['refuseWebhook.refused'],
      fineMissing: of(DUE, 'valor.multa.valorPerc', 'valor.multa.modalidade'),
    },
  },
  {
    levels: ['charges'],
    finds: {
      amountWithComma: [
        ...of([...CREATED, 'reviseCharge', 'findRevision'], 'valor.original'),
        'createCharge.amount',
      ],
      statusInLowerCase: of([...CREATED, ...CANCELLED], 'status'),
      listUnderAnotherName: [
        'listCharges.cobs',
        'listTwoCharges.has',
        'listOneCharge.size',
        'listSecondPage.differs',
      ],
    },
  },
  {
    levels: ['charges'],
    finds: {
      newChargeNotListed: ['listTwoCharges.has', 'listOneCharge.size', 'listSecondPage.differs'],
    },
  },
  { levels: ['charges'], finds: { newestFirst: ['listTwoCharges.order'] } },
  {
    levels: ['webhook', 'refunds', 'automatic'],
    finds: {
      txidFilterIgnored: ['listPaymentsOfTxid.filter'],
      refundFilterIgnored: ['listRefundedBefore.filter'],
      paymentAsObject: ['findPaidCharge.pix'],
      paymentAmountAsNumber: ['findPayment.valor'],
      refundsAsObject: ['findRefundedPayment.devolucoes'],
      refundByAnotherStatus: of(['sendRefund', 'findRefund'], 'status'),
      refundWithoutReturnId: of(['sendRefund', 'findRefund'], 'rtrId'),
      bareCallbacks: of(CALLBACKS, 'body'),
      callbacksWithoutPath: of(CALLBACKS, 'path'),
      recurrenceLocationAsText: of(['createRecurrenceLocation', 'findRecurrenceLocation'], 'id'),
      recurrenceAmountAsNumber: of(['createRecurrence', 'findRecurrence'], 'valor.valorRec'),
    },
  },
  {
    levels: ['webhook', 'refunds', 'automatic'],
    finds: {
      paymentWithoutTxid: ['findPayment.txid'],
      paymentTimeWithoutZone: ['findPayment.horario', 'listPayments.pix.horario'],
      refundWith200: ['sendRefund.status'],
      singleCallbacks: of(CALLBACKS, 'body'),
      cycleWith200: ['createCycle.status'],
      cycleAmountAsNumber: of(['createCycle', 'findCycle'], 'valor.original'),
      recurrenceStatusInLowerCase: of(
        [
          ...['createRecurrence', 'findRecurrence', 'findAuthorised'],
          ...['cancelRecurrence', 'findCancelledRecurrence'],
        ],
        'status',
      ),
    },
  },
  { levels: ['webhook', 'payments'], finds: { callbackWithoutTxid: ['paymentCallback.pix.txid'] } },
  { levels: ['payments'], finds: { paidWithoutPayment: ['findPaidCharge.pix'] } },
];

for (const { levels, finds } of ROUNDS) {
  const names = Object.keys(finds) as DeviationName[];
  test(`the exam finds ${names.join(', ')}`, async () => {
    active.clear();
    for (const name of names) active.add(name);
    const { deviations, notes } = await examined(examinedBank, levels);
    active.clear();
    const found = [...deviations, ...notes].map(({ code }) => code);
    assert.deepEqual(found.sort(), Object.values(finds).flat().sort());
  });
}

test('each deviation that the bank can play is in one round', () => {
  const played = ROUNDS.flatMap(({ finds }) => Object.keys(finds));
  assert.deepEqual(played.sort(), Object.keys(DEVIATIONS).sort());
  assert.ok(played.length >= 25);
});
