import { addDays, businessDayAfter, countDays, dayAt, instantOf, isDay } from '../../calendar.ts';
import type { Recurrence, RecurringCharge } from '../../state/records.ts';
import { type Bank, now } from '../bank.ts';
import { BankRefusal, refuseField, type Violation } from '../refusal.ts';
import { saveRecurring } from './agenda.ts';
import { newAttempt, requestAttempt } from './attempts.ts';
import { cancelCharge, isOpen, mayReceiverCancel } from './cancel-charges.ts';
import { cycleOf } from './cycles.ts';
import { findRecurrence } from './recurrences.ts';
import { reasonAgainstRetry } from './retry-rules.ts';

const INVALID = 'recurringChargeInvalid';
/** The instruction goes to the payer's bank from ten to two days before the first attempt. */
const INSTRUCTION_DAYS = { first: 10, last: 2 };

/** The parsed request for a recurring charge (`CobRSolicitada`). */
export type RecurringChargeOrder = Pick<
  RecurringCharge,
  | 'recurrenceId'
  | 'information'
  | 'dueDate'
  | 'amount'
  | 'movesToBusinessDay'
  | 'receiver'
  | 'debtor'
>;

/** `PUT /cobr/{txid}` and `POST /cobr`. Throws BankRefusal. */
export function createRecurringCharge(
  bank: Bank,
  txid: string,
  order: RecurringChargeOrder,
): RecurringCharge {
  const recurrence = findRecurrence(bank, order.recurrenceId);
  const createdAt = now(bank);
  const settlementDay = settlementDayOf(order);
  checkOrder(bank, order, { txid, recurrence, settlementDay, today: dayAt(createdAt) });
  const sendsAt = instantOf(addDays(settlementDay, -INSTRUCTION_DAYS.first), 0);
  const charge: RecurringCharge = {
    ...order,
    txid,
    cycle: cycleOf(recurrence, order.dueDate) ?? 0,
    status: 'CRIADA',
    steps: [{ status: 'CRIADA', at: createdAt }],
    createdAt,
    settlementDay,
    attempts: [],
    endToEndIds: [],
    nextAt: Math.max(createdAt, sendsAt),
  };
  bank.state.transaction(() => saveRecurring(bank, { kind: 'charge', row: charge }));
  return charge;
}

export function findRecurringCharge(bank: Bank, txid: string): RecurringCharge {
  const charge = bank.state.recurringCharges.get(txid);
  if (charge !== undefined) return charge;
  const message = 'Nenhuma cobrança encontrada para o txid informado';
  throw new BankRefusal('recurringChargeNotFound', message);
}

/** `PATCH /cobr/{txid}`: the receiver cancels a charge. Throws BankRefusal. */
export function cancelRecurringCharge(bank: Bank, txid: string): RecurringCharge {
  const charge = findRecurringCharge(bank, txid);
  const at = now(bank);
  if (!isOpen(charge)) {
    const reason = `A cobrança não pode ser cancelada: ${charge.status}`;
    throw refuseField(INVALID, 'cobr.status', reason);
  }
  if (!mayReceiverCancel(charge, at)) {
    const reason =
      'Não é possível cancelar uma cobrança em uma data igual ou maior que a data prevista ' +
      'da primeira tentativa de liquidação (até as 22h da véspera)';
    throw refuseField(INVALID, 'cobr.status', reason);
  }
  const order = { at, by: 'USUARIO_RECEBEDOR', code: 'SLCR' } as const;
  return bank.state.transaction(() => cancelCharge(bank, charge, order));
}

/** `POST /cobr/{txid}/retentativa/{data}`. Throws BankRefusal. */
export function retryRecurringCharge(bank: Bank, txid: string, day: string): RecurringCharge {
  const charge = findRecurringCharge(bank, txid);
  const recurrence = findRecurrence(bank, charge.recurrenceId);
  const at = now(bank);
  const reason = reasonAgainstRetry(charge, recurrence, { day, today: dayAt(at) });
  if (reason !== undefined) throw refuseField(INVALID, 'data', reason);
  return bank.state.transaction(() =>
    requestAttempt(bank, charge, newAttempt({ day, kind: 'NTAG', at })),
  );
}

/** With `ajusteDiaUtil`, a due date on which banks don't work moves to the next business day. */
function settlementDayOf({ dueDate, movesToBusinessDay }: RecurringChargeOrder): string {
  if (!isDay(dueDate)) {
    throw refuseField(INVALID, 'cobr.calendario', 'O objeto cobr.calendario não respeita o schema');
  }
  return movesToBusinessDay ? businessDayAfter(dueDate, 0, new Set()) : dueDate;
}

interface OrderFacts {
  readonly txid: string;
  readonly recurrence: Recurrence;
  readonly settlementDay: string;
  readonly today: string;
}

function checkOrder(bank: Bank, order: RecurringChargeOrder, facts: OrderFacts): void {
  const violations = [
    ...faultsOfRecurrence(bank, order, facts),
    ...faultsOfDates(order, facts),
    ...(order.amount === 0n ? [fault('valor', 'O campo cobr.valor apresenta o valor zero')] : []),
    ...faultsOfReceiver(bank, order),
  ];
  const [first] = violations;
  if (first !== undefined) throw new BankRefusal(INVALID, first.razao, violations);
}

function faultsOfRecurrence(
  { state }: Bank,
  { dueDate }: RecurringChargeOrder,
  { txid, recurrence }: OrderFacts,
): Violation[] {
  const isTaken = [state.charges, state.dueCharges, state.recurringCharges].some(
    (table) => table.get(txid) !== undefined,
  );
  if (isTaken) return [fault('txid', 'O campo cobr.txid encontra-se em uso')];
  if (recurrence.status !== 'APROVADA') {
    return [fault('idRec', `A recorrência está ${recurrence.status}, e não APROVADA`)];
  }
  const cycle = cycleOf(recurrence, dueDate);
  const isRepeated = state.recurringCharges
    .values()
    .filter(({ recurrenceId, status }) => {
      return recurrenceId === recurrence.id && status !== 'REJEITADA' && status !== 'CANCELADA';
    })
    .some((one) => one.cycle === cycle);
  if (!isRepeated) return [];
  const reason =
    'Existe uma CobR com status diferente de REJEITADA e CANCELADA referente ao mesmo cobr.idRec ' +
    'com calendario.dataDeVencimento no mesmo ciclo';
  return [fault('calendario.dataDeVencimento', reason)];
}

function faultsOfDates(
  { dueDate }: RecurringChargeOrder,
  { recurrence, settlementDay, today }: OrderFacts,
): Violation[] {
  const name = 'calendario.dataDeVencimento';
  const { firstDay, lastDay } = recurrence;
  if (dueDate < today) return [fault(name, `O campo cobr.${name} é anterior à data de criação`)];
  if (countDays(today, settlementDay) < INSTRUCTION_DAYS.last) {
    return [fault(name, 'A cobrança precisa ser criada até dois dias antes do vencimento')];
  }
  if (dueDate < firstDay) return [fault(name, 'O vencimento é anterior ao início da recorrência')];
  const isLate = lastDay !== undefined && dueDate > businessDayAfter(lastDay, 0, new Set());
  return isLate ? [fault(name, 'O vencimento é posterior ao fim da recorrência')] : [];
}

function faultsOfReceiver({ settings }: Bank, { receiver }: RecurringChargeOrder): Violation[] {
  const own = settings.receiverAccount;
  const isOurs =
    receiver.conta === own.conta &&
    receiver.tipoConta === own.tipoConta &&
    (receiver.agencia === undefined || receiver.agencia === own.agencia);
  if (isOurs) return [];
  const fields = 'Os campos cobr.recebedor.conta e cobr.recebedor.agencia';
  const reason = `${fields} correspondem a uma conta que não pertence a este usuário recebedor`;
  return [fault('recebedor', reason)];
}

function fault(name: string, razao: string): Violation {
  return { razao, propriedade: `cobr.${name}` };
}
