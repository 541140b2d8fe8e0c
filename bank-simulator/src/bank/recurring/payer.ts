import { readBrCode } from '../../br-code.ts';
import { PAYERS_BANK_NUMBER } from '../../identifiers.ts';
import type {
  Canceler,
  Journey,
  PayerAccount,
  ReceivedPayment,
  Recurrence,
  RecurringCharge,
} from '../../state/records.ts';
import { type Bank, now } from '../bank.ts';
import { PaymentImpossible, pay } from '../payments.ts';
import { saveRecurring } from './agenda.ts';
import { rejectAttempt } from './attempts.ts';
import { cancelCharge, isOpen, mayPayerCancel } from './cancel-charges.ts';
import { cancelRecurrence } from './end-recurrences.ts';
import { openAttemptOf } from './move-charges.ts';
import { findRecurrence, moveRecurrence } from './recurrences.ts';
import { findRecurringCharge } from './recurring-charges.ts';
import { activeSolicitationOf, endSolicitation } from './solicitations.ts';

const REFUSED_BY_PAYER = 'AP13';
const REFUSED_BY_BANK = 'AP14';

/** The payer program's view of a code or of a solicitation. */
export interface Proposal {
  readonly recurrence: Recurrence;
  readonly journey: Exclude<Journey, 'AGUARDANDO_DEFINICAO'>;
  /** The txid of the charge that the code shows too. */
  readonly txid?: string;
  /** The code, for one that shows a charge. */
  readonly code?: string;
}

export interface Authorization {
  /** For amounts that vary: the most that a charge may be, in centavos. */
  readonly limit?: bigint | undefined;
  /** Journey 4: whether the charge of the code is paid too. Default true. */
  readonly paysToo?: boolean | undefined;
}

export interface Authorized {
  readonly recurrence: Recurrence;
  /** The payment of journeys 3 and 4. */
  readonly payment: ReceivedPayment | undefined;
}

/**
 * Reads a code with a recurrence, or the id of a recurrence that waits at the payer's bank. Throws
 * PaymentImpossible.
 */
export function readProposal(bank: Bank, codeOrId: string): Proposal {
  const text = codeOrId.trim();
  const known = bank.state.recurrences.get(text);
  if (known !== undefined) return proposalOfSolicitation(bank, known);
  const code = readBrCode(text);
  if (code?.recurrenceLocation === undefined) {
    throw new PaymentImpossible('O código não tem uma recorrência');
  }
  const location = bank.state.recurrenceLocations
    .values()
    .find(({ url }) => url === code.recurrenceLocation);
  const recurrence = bank.state.recurrences.get(location?.recurrenceId ?? '');
  if (recurrence === undefined) throw new PaymentImpossible('O código não mostra uma recorrência');
  refuseUnlessCreated(recurrence);
  if (code.key !== undefined) return { recurrence, journey: 'JORNADA_4', code: text };
  if (code.location === undefined) return { recurrence, journey: 'JORNADA_2' };
  const txid = bank.state.locations.values().find(({ url }) => url === code.location)?.txid;
  if (txid === undefined) throw new PaymentImpossible('O código não mostra nenhuma cobrança');
  if (bank.state.dueCharges.get(txid) !== undefined) {
    return { recurrence, journey: 'JORNADA_4', txid, code: text };
  }
  if (txid !== recurrence.journeyTxid) {
    throw new PaymentImpossible('A cobrança do código não é a primeira da recorrência');
  }
  return { recurrence, journey: 'JORNADA_3', txid, code: text };
}

function proposalOfSolicitation(bank: Bank, recurrence: Recurrence): Proposal {
  refuseUnlessCreated(recurrence);
  if (activeSolicitationOf(bank, recurrence.id)?.status === 'RECEBIDA') {
    return { recurrence, journey: 'JORNADA_1' };
  }
  throw new PaymentImpossible('O banco do pagador não recebeu um pedido desta recorrência');
}

function refuseUnlessCreated({ status }: Recurrence): void {
  if (status === 'CRIADA') return;
  throw new PaymentImpossible(`A recorrência não pode ser autorizada: ${status}`);
}

/**
 * The payer confirms what a code or a solicitation shows. One confirmation pays and authorises
 * (journey 3); the payment stays when the payer's bank then refuses the authorisation. Throws
 * PaymentImpossible.
 */
export function authorizeRecurrence(
  bank: Bank,
  codeOrId: string,
  { limit, paysToo = true }: Authorization = {},
): Authorized {
  const proposal = readProposal(bank, codeOrId);
  const { recurrence, journey, code } = proposal;
  checkLimit(recurrence, limit);
  const pays = code !== undefined && (journey === 'JORNADA_3' || paysToo);
  const payment = pays ? pay(bank, code) : undefined;
  return { recurrence: confirm(bank, proposal, limit), payment };
}

function confirm(
  bank: Bank,
  { recurrence, journey }: Proposal,
  limit: bigint | undefined,
): Recurrence {
  const at = now(bank);
  const [fault] = bank.faults.take('confirmRecurrence', ['rejected']);
  return bank.state.transaction(() => {
    const isAccepted = fault === undefined;
    endActive(bank, recurrence, isAccepted && journey === 'JORNADA_1' ? 'ACEITA' : 'CANCELADA');
    if (!isAccepted) {
      const closing = { kind: 'rejeicao', code: fault.code ?? REFUSED_BY_BANK } as const;
      return moveRecurrence(bank, recurrence, { status: 'REJEITADA', at, closing });
    }
    const { cpf, cnpj } = targetOf(bank, recurrence, journey) ?? recurrence.debtor;
    const fields: Partial<Recurrence> = {
      journey,
      payer: {
        ispb: PAYERS_BANK_NUMBER,
        ...(cpf === undefined ? {} : { cpf }),
        ...(cnpj === undefined ? {} : { cnpj }),
      },
      ...(limit === undefined ? {} : { limit }),
    };
    return moveRecurrence(bank, recurrence, { status: 'APROVADA', at, fields });
  });
}

/** In journey 1 the solicitation names the payer. */
function targetOf(bank: Bank, { id }: Recurrence, journey: Journey) {
  if (journey !== 'JORNADA_1') return undefined;
  return bank.state.solicitations.values().findLast(({ recurrenceId }) => recurrenceId === id)
    ?.target;
}

function endActive(
  bank: Bank,
  { id }: Recurrence,
  status: 'ACEITA' | 'REJEITADA' | 'CANCELADA',
): void {
  const solicitation = activeSolicitationOf(bank, id);
  if (solicitation !== undefined) endSolicitation(bank, solicitation, status, now(bank));
}

/** The payer refuses a recurrence, by its code or its id. Throws PaymentImpossible. */
export function refuseRecurrence(bank: Bank, codeOrId: string): Recurrence {
  const known = bank.state.recurrences.get(codeOrId.trim());
  const recurrence = known ?? readProposal(bank, codeOrId).recurrence;
  refuseUnlessCreated(recurrence);
  const at = now(bank);
  const closing = { kind: 'rejeicao', code: REFUSED_BY_PAYER } as const;
  return bank.state.transaction(() => {
    endActive(bank, recurrence, 'REJEITADA');
    return moveRecurrence(bank, recurrence, { status: 'REJEITADA', at, closing });
  });
}

function checkLimit({ amount, minimum }: Recurrence, limit: bigint | undefined): void {
  if (limit === undefined) return;
  if (amount !== undefined) {
    throw new PaymentImpossible('Uma recorrência de valor fixo não tem limite');
  }
  if (limit === 0n || limit < (minimum ?? 0n)) {
    throw new PaymentImpossible('O limite é menor que o mínimo do recebedor');
  }
}

/** The payer sets or removes the limit of an authorised recurrence. Throws PaymentImpossible. */
export function setLimit(bank: Bank, id: string, limit: bigint | undefined): Recurrence {
  const recurrence = findRecurrence(bank, id);
  if (recurrence.status !== 'APROVADA') {
    throw new PaymentImpossible(`A recorrência não pode ter limite: ${recurrence.status}`);
  }
  checkLimit(recurrence, limit);
  const { limit: _, ...unlimited } = recurrence;
  const row = limit === undefined ? unlimited : { ...unlimited, limit };
  bank.state.transaction(() => saveRecurring(bank, { kind: 'recurrence', row }));
  return row;
}

/** The payer, or a bank by its code, cancels an authorised recurrence. Throws. */
export function cancelAsPayer(
  bank: Bank,
  id: string,
  {
    code = 'SLDB',
    by = 'USUARIO_PAGADOR',
  }: { readonly code?: string; readonly by?: Canceler } = {},
): Recurrence {
  return cancelRecurrence(bank, findRecurrence(bank, id), { by, code });
}

/** The payer cancels one payment, until the end of its eve. Throws PaymentImpossible. */
export function cancelPaymentAsPayer(bank: Bank, txid: string): RecurringCharge {
  const charge = findRecurringCharge(bank, txid);
  const at = now(bank);
  if (!isOpen(charge) || openAttemptOf(charge) === undefined) {
    throw new PaymentImpossible('A cobrança não tem um pagamento agendado');
  }
  if (!mayPayerCancel(charge, at)) {
    throw new PaymentImpossible('Um pagamento só pode ser cancelado até a véspera');
  }
  const order = { at, by: 'USUARIO_PAGADOR', code: 'SLBD' } as const;
  return bank.state.transaction(() => cancelCharge(bank, charge, order));
}

/** The payer's bank refuses the open attempt of a charge now. Throws PaymentImpossible. */
export function refuseAttempt(bank: Bank, txid: string, code: string): RecurringCharge {
  const charge = findRecurringCharge(bank, txid);
  const attempt = openAttemptOf(charge);
  if (attempt === undefined) {
    throw new PaymentImpossible('A cobrança não tem uma tentativa em andamento');
  }
  bank.state.transaction(() => rejectAttempt(bank, { charge, attempt, at: now(bank) }, code));
  return findRecurringCharge(bank, txid);
}

/** Changes the account of a payer at the payer's bank. */
export function setPayer(bank: Bank, account: PayerAccount): PayerAccount {
  bank.state.transaction(() => bank.state.payers.put(account));
  return account;
}
