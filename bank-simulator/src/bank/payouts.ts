import { createEndToEndId, OWN_BANK_NUMBER, PAYERS_BANK_NUMBER } from '../identifiers.ts';
import { freeBalance, moveBalance } from '../state/bank-state.ts';
import type { Beneficiary, Payout, PayoutError, PayoutReturn } from '../state/records.ts';
import { isCnpj, isCpf } from '../tax-id.ts';
import { announce } from './announce.ts';
import { type Bank, now } from './bank.ts';
import { ACCOUNT_INVALID, fateOf } from './payout-menu.ts';
import { BankRefusal } from './refusal.ts';
import { representPayoutNotice, representReturnNotice } from './represent.ts';

export interface PayoutOrder {
  readonly id: string;
  readonly amount: bigint;
  readonly payerKey: string;
  readonly payerInformation?: string | undefined;
  readonly beneficiary: Beneficiary;
}

/** Efí's `PUT /v3/gn/pix/:idEnvio`. Takes the amount from the balance now. Throws BankRefusal. */
export function sendPayout(bank: Bank, order: PayoutOrder): Payout {
  checkPayout(bank, order);
  const fate = fateOf(order.beneficiary.chave);
  if (freeBalance(bank.state) < order.amount) {
    throw new BankRefusal('payoutDenied', 'Saldo insuficiente para realizar o pagamento');
  }
  const requestedAt = now(bank);
  const { payerInformation } = order;
  const payout: Payout = {
    id: order.id,
    endToEndId: createEndToEndId(OWN_BANK_NUMBER, requestedAt),
    amount: order.amount,
    payerKey: order.payerKey,
    ...(payerInformation === undefined ? {} : { payerInformation }),
    beneficiary: order.beneficiary,
    status: 'EM_PROCESSAMENTO',
    requestedAt,
    ...(fate.isLeftPending ? {} : { settlesAt: requestedAt + bank.settings.payoutDelayMs }),
    returns: [],
    expectedReturns: [],
  };
  bank.state.transaction(() => {
    moveBalance(bank.state, -order.amount);
    bank.state.payouts.put(payout);
  });
  bank.agenda.payouts.add(payout.id);
  return payout;
}

export function findPayout(bank: Bank, id: string): Payout {
  const payout = bank.state.payouts.get(id);
  if (payout !== undefined) return payout;
  const message = 'Pix enviado não encontrado para o idEnvio informado.';
  throw new BankRefusal('payoutNotFound', message);
}

export function findPayoutByEndToEndId(bank: Bank, endToEndId: string): Payout {
  const payout = bank.state.payouts.values().find((one) => one.endToEndId === endToEndId);
  if (payout !== undefined) return payout;
  const message = 'Pix enviado não encontrado para o e2eId informado.';
  throw new BankRefusal('payoutNotFound', message);
}

/**
 * Ends a payout: REALIZADO, or NAO_REALIZADO with the error. Throws BankRefusal for an unknown id,
 * an Error for a payout that is not EM_PROCESSAMENTO.
 */
export function settlePayout(bank: Bank, id: string, error?: PayoutError): Payout {
  const payout = findPayout(bank, id);
  if (payout.status !== 'EM_PROCESSAMENTO') throw new Error(`payout ${id} is ${payout.status}`);
  const settledAt = now(bank);
  const settled: Payout =
    error === undefined
      ? { ...payout, status: 'REALIZADO', settledAt, expectedReturns: expectReturns(bank, payout) }
      : { ...payout, status: 'NAO_REALIZADO', settledAt, error };
  return bank.state.transaction(() => {
    if (error !== undefined) moveBalance(bank.state, payout.amount);
    bank.state.payouts.put(settled);
    announce(bank, payout.payerKey, representPayoutNotice(settled));
    return settled;
  });
}

/**
 * Returns an amount (centavos) of a payout, as the receiver's bank does. Throws BankRefusal for an
 * unknown id, an Error when the payout is not REALIZADO or the amount is above the rest of it.
 */
export function returnPayout(bank: Bank, id: string, amount: bigint): PayoutReturn {
  const payout = findPayout(bank, id);
  const returned = payout.returns.reduce((sum, { amount }) => sum + amount, 0n);
  if (payout.status !== 'REALIZADO' || amount <= 0n || returned + amount > payout.amount) {
    throw new Error(`payout ${id} is ${payout.status}, and ${returned} of it came back already`);
  }
  const returnedAt = now(bank);
  const returnId = createEndToEndId(PAYERS_BANK_NUMBER, returnedAt, 'D');
  const made: PayoutReturn = { returnId, amount, returnedAt };
  const changed = { ...payout, returns: [...payout.returns, made] };
  return bank.state.transaction(() => {
    moveBalance(bank.state, amount);
    bank.state.payouts.put(changed);
    announce(bank, payout.payerKey, representReturnNotice(changed));
    return made;
  });
}

/** Ends the payouts that are due, with the returns that the menu orders. */
export function settleDuePayouts(bank: Bank): void {
  const at = now(bank);
  for (const id of bank.agenda.payouts) {
    const { status, settlesAt, beneficiary } = findPayout(bank, id);
    if (status === 'EM_PROCESSAMENTO' && settlesAt !== undefined && settlesAt <= at) {
      const [fault] = bank.faults.take('settlePayout', ['not_realized']);
      settlePayout(
        bank,
        id,
        fault === undefined ? fateOf(beneficiary.chave).error : ACCOUNT_INVALID,
      );
    }
    returnWhatIsDue(bank, id, at);
    const payout = findPayout(bank, id);
    const isOver = payout.status !== 'EM_PROCESSAMENTO' && payout.expectedReturns.length === 0;
    if (isOver) bank.agenda.payouts.delete(id);
  }
}

function returnWhatIsDue(bank: Bank, id: string, at: number): void {
  for (const expected of findPayout(bank, id).expectedReturns) {
    if (expected.at > at) continue;
    returnPayout(bank, id, expected.amount);
    const payout = findPayout(bank, id);
    const expectedReturns = payout.expectedReturns.filter((one) => one !== expected);
    bank.state.payouts.put({ ...payout, expectedReturns });
  }
}

function expectReturns(bank: Bank, payout: Payout): Payout['expectedReturns'] {
  const parts = BigInt(fateOf(payout.beneficiary.chave).returnParts ?? 0);
  const at = now(bank) + bank.settings.payoutDelayMs;
  return Array.from({ length: Number(parts) }, (_, index) => {
    const part = payout.amount / parts;
    const isLast = index === Number(parts) - 1;
    return { at, amount: isLast ? payout.amount - part * (parts - 1n) : part };
  }).filter(({ amount }) => amount > 0n);
}

function checkPayout(bank: Bank, order: PayoutOrder): void {
  if (bank.state.payouts.get(order.id) !== undefined) {
    const message = 'O id de envio informado já foi utilizado em outro pagamento';
    throw new BankRefusal('payoutRepeated', message);
  }
  if (order.amount <= 0n) {
    throw new BankRefusal('payoutInvalid', 'Campo valor deve ser maior que zero');
  }
  if (order.payerKey !== bank.settings.pixKey) {
    const message = 'A chave informada não faz referência à conta autenticada';
    throw new BankRefusal('payoutKeyNotOurs', message);
  }
  if (bank.settings.requiresWebhookToSend && !bank.state.webhooks.get(order.payerKey)) {
    const message = 'A chave do pagador precisa de um webhook cadastrado';
    throw new BankRefusal('payoutWithoutWebhook', message);
  }
  checkBeneficiary(order.beneficiary);
}

/** A CPF or CNPJ key must match the document of the order; other keys accept any document. */
function checkBeneficiary({ chave = '', cpf, cnpj }: Beneficiary): void {
  const document = cpf ?? cnpj;
  if (document === undefined) return;
  const isDocument = isCpf(chave) || isCnpj(chave);
  if (!isDocument || chave === document) return;
  const name = cpf === undefined ? 'cnpj' : 'cpf';
  const message = `O ${name} do favorecido é diferente do documento em posse da chave`;
  throw new BankRefusal('payoutDocumentDiffers', message);
}
