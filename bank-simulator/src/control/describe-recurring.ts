import { isOpen, mayPayerCancel } from '../bank/recurring/cancel-charges.ts';
import { wordsOfCancelation, wordsOfRejection } from '../bank/recurring/codes.ts';
import { openAttemptOf } from '../bank/recurring/move-charges.ts';
import type { Proposal } from '../bank/recurring/payer.ts';
import { writeInstant } from '../clock.ts';
import { writeAmount } from '../money.ts';
import type { BankSimulator, BankSnapshot } from '../running-bank.ts';
import type {
  Closing,
  Debtor,
  PayerAccount,
  Recurrence,
  RecurringCharge,
} from '../state/records.ts';

const LATEST = 50;

type DescribedBank = Pick<
  BankSimulator,
  'snapshot' | 'settings' | 'amountToday' | 'charge' | 'dueCharge'
>;

/** The data of the payer's page: requests, authorisations with their payments, and accounts. */
export function describeRecurring(bank: DescribedBank) {
  const snapshot = bank.snapshot();
  const { clock, receiver } = bank.settings;
  const at = clock.now();
  const asked = new Set(
    snapshot.solicitations
      .filter(({ status }) => status === 'RECEBIDA')
      .map(({ recurrenceId }) => recurrenceId),
  );
  const latest = snapshot.recurrences.slice(-LATEST).reverse();
  return {
    now: writeInstant(at),
    isClockMovable: clock.advance !== undefined,
    receiver: receiver.nome,
    recurrences: latest.map((recurrence) => ({
      ...describeRecurrence(recurrence),
      isAsked: asked.has(recurrence.id),
      charges: snapshot.recurringCharges
        .filter(({ recurrenceId }) => recurrenceId === recurrence.id)
        .map((charge) => describeCharge(charge, at))
        .reverse(),
    })),
    payers: describePayers(snapshot),
  };
}

/** The payer program's view before the payer confirms. */
export function describeProposal(bank: DescribedBank, proposal: Proposal) {
  const { recurrence, journey, txid } = proposal;
  return {
    ...describeRecurrence(recurrence),
    receiver: bank.settings.receiver.nome,
    journey,
    txid,
    payment: paymentOf(bank, txid),
  };
}

/** The amount of the charge of a code today. */
function paymentOf(bank: DescribedBank, txid: string | undefined): string | undefined {
  if (txid === undefined) return undefined;
  const charge = bank.charge(txid);
  if (charge !== undefined) return writeAmount(charge.amount);
  return bank.dueCharge(txid) && writeAmount(bank.amountToday(txid).final);
}

function describeRecurrence(recurrence: Recurrence) {
  const { id, status, contract, object, debtor, amount, minimum, limit, closing } = recurrence;
  return {
    id,
    status,
    contract,
    object,
    debtor: { name: debtor.nome, document: documentOf(debtor) },
    amount: amount === undefined ? undefined : writeAmount(amount),
    minimum: minimum === undefined ? undefined : writeAmount(minimum),
    limit: limit === undefined ? undefined : writeAmount(limit),
    interval: recurrence.interval,
    firstDay: recurrence.firstDay,
    lastDay: recurrence.lastDay,
    journey: recurrence.journey,
    createdAt: writeInstant(recurrence.createdAt),
    closing: closing && wordsOf(closing, 'rec'),
  };
}

function describeCharge(charge: RecurringCharge, at: number) {
  const { txid, status, dueDate, amount, attempts, closing } = charge;
  const hasOpen = isOpen(charge) && openAttemptOf(charge) !== undefined;
  return {
    txid,
    status,
    dueDate,
    amount: writeAmount(amount),
    information: charge.information,
    closing: closing && wordsOf(closing, 'cobr'),
    isCancelable: hasOpen && mayPayerCancel(charge, at),
    attempts: attempts.map(({ day, kind, status: state, rejection }) => ({
      day,
      kind,
      status: state,
      rejection: rejection && `${rejection}: ${wordsOfRejection(rejection)}`,
    })),
  };
}

function wordsOf(closing: Closing, record: 'rec' | 'cobr'): string {
  const { code, kind } = closing;
  const words = kind === 'rejeicao' ? wordsOfRejection(code) : wordsOfCancelation(code, record);
  return `${code}: ${words}`;
}

/** Everybody who is named in a recurrence, with the account at the payer's bank. */
function describePayers({ recurrences, payers }: BankSnapshot) {
  const names = new Map<string, string>(payers.map(({ document }) => [document, document]));
  for (const { debtor } of recurrences) names.set(documentOf(debtor), debtor.nome);
  const accounts = new Map<string, PayerAccount>(payers.map((one) => [one.document, one]));
  return [...names].map(([document, name]) => {
    const { balance, isClosed = false, isBlocked = false } = accounts.get(document) ?? {};
    const written = balance === undefined ? undefined : writeAmount(balance);
    return { document, name, balance: written, isClosed, isBlocked };
  });
}

function documentOf({ cpf, cnpj }: Debtor): string {
  return cpf ?? cnpj ?? '';
}
