import type { ChargeStatus, Payer } from '#src/charges/charge.ts';
import { isErasedPayer } from '#src/charges/erased-payer.ts';
import {
  type EarlierFields,
  isUnnamedPayer,
  type StandardFields,
  type StandardTerms,
} from '#src/charges/standard-charge.ts';
import type { NamedCharge } from '#src/charges/txids/find-by-txid.ts';
import { fieldsOf } from '#src/charges/txids/revise-charges.ts';
import { isLonger } from '#src/ground/characters.ts';
import { isoTime } from '#src/ground/clock.ts';
import { centavosToDecimal } from '#src/ground/money/centavos.ts';
import { type PlacedCharge, placeOfCharge } from '../locations/location-view.ts';
import { type PixOfCharge, pixOf } from '../pix/pix-view.ts';

/** The longest text to the payer that the standard knows. */
const REQUEST_LENGTH_MAX = 140;
const CPF_LENGTH = 11;

/** The states of a charge in the standard. An expired charge is still active. */
export const COB_STATUSES = {
  ATIVA: ['pending', 'expired'],
  CONCLUIDA: ['paid', 'partially_refunded', 'refunded'],
  REMOVIDA_PELO_USUARIO_RECEBEDOR: ['canceled'],
  REMOVIDA_PELO_PSP: [],
} as const satisfies Record<string, readonly ChargeStatus[]>;

export type CobStatus = keyof typeof COB_STATUSES;

/** The state of a charge in the standard. */
export function cobStatusOf(status: ChargeStatus): CobStatus {
  if (status === 'pending' || status === 'expired') return 'ATIVA';
  return status === 'canceled' ? 'REMOVIDA_PELO_USUARIO_RECEBEDOR' : 'CONCLUIDA';
}

/** Whether a text is a state of the standard. */
export function isCobStatus(text: string): text is CobStatus {
  return Object.hasOwn(COB_STATUSES, text);
}

/** A charge as the standard shows it. */
export interface ShownCob extends StandardFields {
  readonly txid: string;
  readonly revision: number;
  readonly status: CobStatus;
  readonly qrcode: string;
  readonly createdAt: number;
  readonly named: PlacedCharge['named'];
}

/** The fields of a charge as they are now. `pixKey` is that of a charge of another door. */
export function currentFields({ charge, named }: NamedCharge, pixKey: string): StandardFields {
  return { ...fieldsOf(charge), terms: named?.terms ?? otherTerms(charge.description, pixKey) };
}

/** The terms of a charge that another door made. */
function otherTerms(description: string | null, chave: string): StandardTerms {
  const isShort = description !== null && !isLonger(description, REQUEST_LENGTH_MAX);
  return { chave, ...(isShort && { solicitacaoPagador: description }) };
}

/** A charge as its creation and its changes answer it (`CobGerada`). */
export function cobGenerated(cob: ShownCob) {
  const { terms, payer, txid, qrcode, named, status } = cob;
  const { pixCopiaECola, ...place } = placeOfCharge({
    txid,
    kind: 'cob',
    qrcode,
    named,
    isActive: status === 'ATIVA',
  });
  return {
    calendario: { criacao: isoTime(cob.createdAt), expiracao: cob.expiresInSeconds },
    txid,
    revisao: cob.revision,
    ...place,
    status,
    ...debtorOf(payer),
    valor: { original: centavosToDecimal(cob.amount), modalidadeAlteracao: 0 },
    ...terms,
    ...(pixCopiaECola !== undefined && { pixCopiaECola }),
  };
}

/** A charge with its payment (`CobCompleta`), in its present or in an earlier revision. */
export function cobComplete(
  named: NamedCharge,
  {
    pixKey,
    paid,
    earlier,
  }: {
    readonly pixKey: string;
    readonly paid: PixOfCharge;
    readonly earlier?: { readonly revision: number; readonly fields: EarlierFields };
  },
) {
  const { charge } = named;
  const now = currentFields(named, pixKey);
  const { payer = charge.payer, terms = { chave: now.terms.chave } } = earlier?.fields ?? now;
  const shown: ShownCob = {
    ...now,
    ...earlier?.fields,
    payer,
    terms,
    txid: named.txid,
    revision: earlier?.revision ?? named.named?.revision ?? 0,
    status: cobStatusOf(charge.status),
    qrcode: charge.qrcode,
    createdAt: charge.createdAt,
    named: named.named,
  };
  const pix = pixOf(named, { ...paid, pixKey: now.terms.chave });
  return { ...cobGenerated(shown), ...(pix && { pix: [pix] }) };
}

function debtorOf(payer: Payer) {
  if (isUnnamedPayer(payer) || isErasedPayer(payer)) return {};
  const { document, name: nome } = payer;
  const isCpf = document.length === CPF_LENGTH;
  return { devedor: isCpf ? { cpf: document, nome } : { cnpj: document, nome } };
}
