import type { PayerAccount, Recurrence } from '../../state/records.ts';
import type { Bank } from '../bank.ts';

const CLOSED = 'AC05';
const BLOCKED = 'AC06';

/** The account from which a recurrence is paid; one that no test has changed has enough money. */
export function payerOf({ state }: Bank, { payer, debtor }: Recurrence): PayerAccount {
  const { cpf, cnpj } = payer ?? debtor;
  const document = cpf ?? cnpj ?? '';
  return state.payers.get(document) ?? { document };
}

/** The code by which the payer's bank refuses to debit an account; undefined if it would not. */
export function reasonAgainstDebit({ isClosed, isBlocked }: PayerAccount): string | undefined {
  if (isClosed === true) return CLOSED;
  return isBlocked === true ? BLOCKED : undefined;
}

/** Takes an amount from the payer's account; false if there is too little. */
export function takeFromPayer(bank: Bank, recurrence: Recurrence, amount: bigint): boolean {
  const account = payerOf(bank, recurrence);
  if (account.balance === undefined) return true;
  if (account.balance < amount) return false;
  bank.state.payers.put({ ...account, balance: account.balance - amount });
  return true;
}
