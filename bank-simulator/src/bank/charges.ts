import { isDeepStrictEqual } from 'node:util';
import { writeBrCode } from '../br-code.ts';
import { createIdentifier } from '../identifiers.ts';
import { accountOf } from '../state/bank-state.ts';
import type { AdditionalInformation, Charge, Debtor } from '../state/records.ts';
import { isCnpj, isCpf } from '../tax-id.ts';
import { type Bank, now } from './bank.ts';
import { BankRefusal, refuseField } from './refusal.ts';

const EXPIRES_IN_SECONDS = 86_400;
/** An unreachable host, so that no real app can pay a code of the simulator. */
const LOCATION_START = 'pix.simulador.example/qr/v2/';

/** The parsed request for a charge (`CobSolicitada`). */
export interface ChargeOrder {
  readonly amount: bigint;
  readonly amountMayChange?: 0 | 1 | undefined;
  readonly expiresInSeconds?: number | undefined;
  readonly key: string;
  readonly debtor?: Debtor | undefined;
  readonly requestToPayer?: string | undefined;
  readonly additionalInformation?: readonly AdditionalInformation[] | undefined;
  readonly locationId?: number | undefined;
}

export type ChargeRevision = Partial<ChargeOrder> & { readonly isRemoved?: boolean };

/**
 * `PUT /cob/{txid}`: creates a charge, or changes one that is ATIVA. In Efí's dialect an existing
 * txid is a 409. Throws BankRefusal.
 */
export function putCharge(bank: Bank, txid: string, order: ChargeOrder): Charge {
  const existing = bank.state.charges.get(txid);
  if (existing === undefined) return createCharge(bank, txid, order);
  if (bank.settings.dialect === 'efi') {
    const message = 'Campo txid informado já foi utilizado em outra cobrança';
    throw new BankRefusal('chargeRepeated', message);
  }
  return alterCharge(bank, existing, order);
}

/** Creates a charge with its location and its code. */
export function createCharge(bank: Bank, txid: string, order: ChargeOrder): Charge {
  checkOrder(bank, order);
  return bank.state.transaction(() => {
    const account = accountOf(bank.state);
    bank.state.account.put({ ...account, nextLocationId: account.nextLocationId + 1 });
    const location = LOCATION_START + createIdentifier();
    const { accountName: name, accountCity: city } = bank.settings;
    const charge: Charge = {
      txid,
      revision: 0,
      status: 'ATIVA',
      createdAt: now(bank),
      ...fieldsOf(order),
      locationId: account.nextLocationId,
      location,
      code: writeBrCode({ location, name, city }),
      endToEndIds: [],
    };
    bank.state.charges.put(charge);
    return charge;
  });
}

/** `PATCH /cob/{txid}`: changes the given fields, or cancels the charge. Throws BankRefusal. */
export function reviseCharge(bank: Bank, txid: string, revision: ChargeRevision): Charge {
  const charge = findCharge(bank, txid);
  const { isRemoved, ...changes } = revision;
  if (isRemoved !== true) return alterCharge(bank, charge, { ...orderOf(charge), ...changes });
  refuseUnlessActive(charge);
  if (Object.keys(changes).length > 0) {
    throw refuseField('chargeInvalid', 'cob.status', 'A remoção não pode vir com outra alteração');
  }
  return saveRevision(bank, charge, { status: 'REMOVIDA_PELO_USUARIO_RECEBEDOR' });
}

/** A charge as it is now, or one of its earlier revisions. */
export function findCharge(bank: Bank, txid: string, revision?: number): Charge {
  const latest = bank.state.charges.get(txid);
  const isLatest = revision === undefined || revision === latest?.revision;
  const charge = isLatest ? latest : bank.state.chargeRevisions.get(`${txid}/${revision}`);
  if (charge !== undefined) return charge;
  throw new BankRefusal('chargeNotFound', 'Nenhuma cobrança encontrada para o txid informado');
}

function alterCharge(bank: Bank, charge: Charge, order: ChargeOrder): Charge {
  refuseUnlessActive(charge);
  checkOrder(bank, order, charge.locationId);
  const fields = fieldsOf(order);
  const isSame = isDeepStrictEqual(fieldsOf(orderOf(charge)), fields);
  return isSame ? charge : saveRevision(bank, charge, fields);
}

function saveRevision(bank: Bank, charge: Charge, changes: Partial<Charge>): Charge {
  const revised = { ...charge, ...changes, revision: charge.revision + 1 };
  return bank.state.transaction(() => {
    bank.state.chargeRevisions.put(charge);
    bank.state.charges.put(revised);
    return revised;
  });
}

function refuseUnlessActive(charge: Charge): void {
  if (charge.status === 'ATIVA') return;
  const reason = 'A cobrança não está mais com o status ATIVA';
  throw refuseField('chargeNotActive', 'cob.status', reason);
}

function checkOrder(bank: Bank, order: ChargeOrder, ownLocationId?: number): void {
  if (order.amount === 0n && order.amountMayChange !== 1) {
    const reason = 'Campo valor.original deve ser maior que zero';
    throw refuseField('chargeInvalid', 'cob.valor.original', reason);
  }
  if (order.key !== bank.settings.pixKey) {
    const reason = 'A chave informada não faz referência à conta autenticada';
    throw refuseField('chargeKeyNotOurs', 'cob.chave', reason);
  }
  checkDebtor(order.debtor);
  checkLocation(bank, order.locationId, ownLocationId);
}

function checkDebtor(debtor: Debtor | undefined): void {
  if (debtor?.cpf !== undefined && !isCpf(debtor.cpf)) {
    throw refuseField(
      'chargeInvalid',
      'cob.devedor.cpf',
      'Documento CPF em devedor.cpf é inválido',
    );
  }
  if (debtor?.cnpj !== undefined && !isCnpj(debtor.cnpj)) {
    const reason = 'Documento CNPJ em devedor.cnpj é inválido';
    throw refuseField('chargeInvalid', 'cob.devedor.cnpj', reason);
  }
}

/** Every location belongs to a charge, so a request can only name its own charge's location. */
function checkLocation(bank: Bank, locationId: number | undefined, ownId?: number): void {
  if (locationId === undefined || locationId === ownId) return;
  const isTaken = locationId >= 1 && locationId < accountOf(bank.state).nextLocationId;
  const reason = isTaken
    ? 'O location referenciado por loc.id já está sendo utilizado por outra cobrança'
    : 'O location referenciado por loc.id inexiste';
  throw refuseField('chargeInvalid', 'cob.loc.id', reason);
}

type OrderedFields = Pick<
  Charge,
  | 'amount'
  | 'amountMayChange'
  | 'expiresInSeconds'
  | 'key'
  | 'debtor'
  | 'requestToPayer'
  | 'additionalInformation'
>;

function fieldsOf(order: ChargeOrder): OrderedFields {
  const { debtor, requestToPayer, additionalInformation } = order;
  return {
    amount: order.amount,
    amountMayChange: order.amountMayChange ?? 0,
    expiresInSeconds: order.expiresInSeconds ?? EXPIRES_IN_SECONDS,
    key: order.key,
    ...(debtor === undefined ? {} : { debtor }),
    ...(requestToPayer === undefined ? {} : { requestToPayer }),
    ...(additionalInformation === undefined ? {} : { additionalInformation }),
  };
}

function orderOf(charge: Charge): ChargeOrder {
  return { ...charge, locationId: undefined };
}
