import { dayAt, isDay } from '../calendar.ts';
import type { Debtor } from '../state/records.ts';
import { isCnpj, isCpf } from '../tax-id.ts';
import type { Bank } from './bank.ts';
import type { DueDiscount, DuePart, DueTerms } from './due-amount.ts';
import type { DueChargeOrder } from './due-order.ts';
import { checkLocation } from './locations.ts';
import { BankRefusal, type Violation } from './refusal.ts';

const PERCENT = 2;
const WHOLE = 10_000n;
/** Discounts until days; the other modes grow with each day before the due date. */
const UNTIL_DAYS = [1, 2];
const PERCENT_DISCOUNTS = [2, 5, 6];

interface DueRequest {
  readonly txid: string;
  readonly order: DueChargeOrder;
  readonly createdAt: number;
}

/**
 * Checks what the list of CobVOperacaoInvalida says of a charge with a due date, and reports all
 * violations. Throws BankRefusal.
 */
export function checkDueOrder(bank: Bank, { txid, order, createdAt }: DueRequest): void {
  const violations = [
    ...faultsOfDates(order, dayAt(createdAt)),
    ...faultsOfAmount(order),
    ...faultsOfDebtor(order.debtor),
    ...(order.key === bank.settings.pixKey
      ? []
      : [fault('chave', 'A chave corresponde a uma conta que não pertence a este usuário')]),
  ];
  const [first] = violations;
  if (first !== undefined) throw new BankRefusal('dueChargeInvalid', first.razao, violations);
  checkLocation(bank, { kind: 'cobv', txid, id: order.locationId, invalid: 'dueChargeInvalid' });
}

function faultsOfDates({ dueDate, daysAfterDue }: DueChargeOrder, created: string): Violation[] {
  const name = 'calendario.dataDeVencimento';
  if (!isDay(dueDate)) return [fault(name, 'O campo não é uma data do calendário')];
  if (dueDate < created) return [fault(name, 'O campo é anterior à data de criação da cobrança')];
  if (daysAfterDue === undefined || daysAfterDue >= 0) return [];
  return [fault('calendario.validadeAposVencimento', 'O campo é menor do que zero')];
}

function faultsOfAmount(terms: Omit<DueTerms, 'daysAfterDue'>): Violation[] {
  const { amount, rebate, discount, dueDate } = terms;
  if (amount === 0n) return [fault('valor.original', 'O campo apresenta o valor zero')];
  const reason = 'O objeto representa um valor maior ou igual ao da cobrança ou a 100%';
  const isTooMuch = rebate !== undefined && reaches(rebate, amount);
  return [
    ...(isTooMuch ? [fault('valor.abatimento', reason)] : []),
    ...(discount === undefined ? [] : faultsOfDiscount(discount, { amount, dueDate })),
  ];
}

function faultsOfDiscount(
  { mode, value, until = [] }: DueDiscount,
  { amount, dueDate }: { readonly amount: bigint; readonly dueDate: string },
): Violation[] {
  const name = 'valor.desconto';
  const isDated = UNTIL_DAYS.includes(mode);
  if (isDated && value !== undefined) return [fault(name, 'valorPerc não cabe na modalidade')];
  if (isDated && until.length === 0) return [fault(name, 'falta descontoDataFixa')];
  if (!isDated && value === undefined) return [fault(name, 'falta valorPerc')];
  if (!isDated && until.length > 0) return [fault(name, 'descontoDataFixa não cabe na modalidade')];
  const values = isDated ? until.map((one) => one.value) : [value ?? 0n];
  const kind = PERCENT_DISCOUNTS.includes(mode) ? PERCENT : 1;
  const isTooMuch = values.some((one) => reaches({ mode: kind, value: one }, amount));
  const isLate = until.some(({ day }) => !isDay(day) || day > dueDate);
  return [
    ...(isTooMuch
      ? [fault(name, 'Um desconto é maior ou igual ao valor da cobrança ou a 100%')]
      : []),
    ...(isLate ? [fault(name, 'A data de um desconto é posterior ao vencimento')] : []),
  ];
}

function reaches({ mode, value }: DuePart, amount: bigint): boolean {
  return value >= (mode === PERCENT ? WHOLE : amount);
}

function faultsOfDebtor({ cpf, cnpj }: Debtor): Violation[] {
  const isWrong = (cpf !== undefined && !isCpf(cpf)) || (cnpj !== undefined && !isCnpj(cnpj));
  return isWrong ? [fault('devedor', 'O documento do devedor é inválido')] : [];
}

function fault(name: string, razao: string): Violation {
  return { razao, propriedade: `cobv.${name}` };
}
