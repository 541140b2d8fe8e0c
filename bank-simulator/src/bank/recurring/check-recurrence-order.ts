import { isDay } from '../../calendar.ts';
import type { Recurrence } from '../../state/records.ts';
import { isCnpj, isCpf } from '../../tax-id.ts';
import type { Bank } from '../bank.ts';
import { BankRefusal, type Violation } from '../refusal.ts';

/** The parsed request for a recurrence (`RecSolicitada`). */
export type RecurrenceOrder = Pick<
  Recurrence,
  | 'contract'
  | 'object'
  | 'debtor'
  | 'firstDay'
  | 'lastDay'
  | 'interval'
  | 'amount'
  | 'minimum'
  | 'retries'
  | 'covenant'
  | 'locationId'
  | 'journeyTxid'
>;

/**
 * Checks what the list of RecOperacaoInvalida says of a recurrence, and reports all violations.
 * Throws BankRefusal.
 */
export function checkRecurrenceOrder(bank: Bank, order: RecurrenceOrder, created: string): void {
  const violations = [
    ...faultsOfDates(order, created),
    ...faultsOfAmount(order),
    ...faultsOfDebtor(order),
    ...faultsOfCovenant(bank, order),
  ];
  const [first] = violations;
  if (first !== undefined) throw new BankRefusal('recurrenceInvalid', first.razao, violations);
}

function faultsOfDates({ firstDay, lastDay }: RecurrenceOrder, created: string): Violation[] {
  const [first, last] = ['calendario.dataInicial', 'calendario.dataFinal'];
  if (!isDay(firstDay)) return [fault(first, 'não respeita o schema')];
  if (firstDay < created) return [fault(first, 'é anterior à data de criação da recorrência')];
  if (lastDay === undefined) return [];
  if (!isDay(lastDay)) return [fault(last, 'não respeita o schema')];
  const earlier = 'é anterior ao campo rec.calendario.dataInicial';
  return lastDay < firstDay ? [fault(last, earlier)] : [];
}

function faultsOfAmount({ amount, minimum }: RecurrenceOrder): Violation[] {
  if (amount !== undefined && minimum !== undefined) {
    const both = 'e o campo rec.valor.valorMinimoRecebedor estão preenchidos';
    return [fault('valor.valorRec', both)];
  }
  return amount === 0n ? [fault('valor.valorRec', 'apresenta o valor zero')] : [];
}

function faultsOfDebtor({ debtor: { cpf, cnpj } }: RecurrenceOrder): Violation[] {
  const isWrong = (cpf !== undefined && !isCpf(cpf)) || (cnpj !== undefined && !isCnpj(cnpj));
  return isWrong ? [fault('vinculo.devedor', 'tem um documento inválido')] : [];
}

function faultsOfCovenant({ settings }: Bank, { covenant }: RecurrenceOrder): Violation[] {
  const { covenants } = settings;
  const isTaken = covenant === undefined || covenants === undefined;
  if (isTaken || covenants.includes(covenant)) return [];
  return [fault('recebedor.convenio', 'não é aceito pelo PSP Recebedor')];
}

function fault(name: string, reason: string): Violation {
  return { razao: `O campo rec.${name} ${reason}`, propriedade: `rec.${name}` };
}
