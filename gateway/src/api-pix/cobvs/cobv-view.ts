import type { OwnAddress } from '#src/accounts/merchants/address/manage-address.ts';
import type { Payer } from '#src/charges/charge.ts';
import {
  type DueRules,
  discountModes,
  interestModes,
  type Part,
  partTypes,
} from '#src/charges/due/due-rules.ts';
import type { DueTerms } from '#src/charges/due/due-terms.ts';
import type { PayerAddress } from '#src/charges/due/payer-address.ts';
import { isErasedPayer } from '#src/charges/erased-payer.ts';
import type { StandardTerms } from '#src/charges/standard-charge.ts';
import type { NamedCharge } from '#src/charges/txids/find-by-txid.ts';
import type { Merchant } from '#src/ground/access/merchant.ts';
import { isoTime } from '#src/ground/clock.ts';
import { centavos, centavosToDecimal } from '#src/ground/money/centavos.ts';
import { cobStatusOf } from '../cobs/cob-view.ts';
import { placeOfCharge } from '../locations/location-view.ts';
import { type PixOfCharge, pixOf } from '../pix/pix-view.ts';

const CPF_LENGTH = 11;

/** Who receives a charge, with the address that the standard requires. */
export interface Receiver extends Pick<Merchant, 'name' | 'document'> {
  readonly address: OwnAddress;
}

/** A charge with a due date, in its present or in an earlier revision. */
export interface ShownCobv {
  readonly named: NamedCharge;
  readonly due: DueTerms;
  readonly payer: Payer;
  readonly terms: StandardTerms;
}

/** A charge as its creation and its changes answer it (`CobVGerada`). */
export function cobvGenerated({ named, due, payer, terms }: ShownCobv, receiver: Receiver) {
  const { charge, txid } = named;
  const { qrcode } = charge;
  const { rules, address, revision } = due;
  const status = cobStatusOf(charge.status);
  const { pixCopiaECola, ...place } = placeOfCharge({
    txid,
    kind: 'cobv',
    qrcode,
    named: named.named,
    isActive: status === 'ATIVA',
  });
  return {
    calendario: {
      criacao: isoTime(charge.createdAt),
      dataDeVencimento: rules.dueDate,
      validadeAposVencimento: rules.daysAfterDue,
    },
    txid,
    revisao: revision,
    ...place,
    status,
    devedor: debtorOf(payer, address),
    recebedor: receiverOf(receiver),
    valor: amountAndRules(rules),
    ...terms,
    ...(pixCopiaECola !== undefined && { pixCopiaECola }),
  };
}

/** A charge with its payment (`CobVCompleta`). */
export function cobvComplete(cobv: ShownCobv, receiver: Receiver, paid: PixOfCharge) {
  const pix = pixOf(cobv.named, { ...paid, pixKey: cobv.terms.chave });
  return { ...cobvGenerated(cobv, receiver), ...(pix && { pix: [pix] }) };
}

/** The receiver as the standard shows it (`DadosRecebedor`). */
export function receiverOf({ name, document, address }: Receiver) {
  const { street, streetNumber, complement, city, state, postalCode: cep } = address;
  const isCpf = document.length === CPF_LENGTH;
  return {
    ...(isCpf ? { cpf: document } : { cnpj: document }),
    nome: name,
    logradouro: [street, streetNumber, complement].filter((part) => part).join(', '),
    cidade: city,
    uf: state,
    cep,
  };
}

/** The payer as the standard shows it (`DadosDevedor`). */
export function debtorOf({ document, name: nome, email }: Payer, address: PayerAddress | null) {
  if (isErasedPayer({ name: nome, document })) return { cpf: document, nome };
  return {
    ...(document.length === CPF_LENGTH ? { cpf: document } : { cnpj: document }),
    nome,
    ...(email !== null && { email }),
    ...(address?.street && { logradouro: address.street }),
    ...(address?.city && { cidade: address.city }),
    ...(address?.state && { uf: address.state }),
    ...(address?.postalCode && { cep: address.postalCode }),
  };
}

/** The amount and its rules as the standard shows them (`CobVValor`). */
function amountAndRules({ amount, fine, interest, rebate, discounts }: DueRules) {
  const [discount] = discounts;
  const modeOf = discount && discountModes[discount.mode];
  return {
    original: centavosToDecimal(amount),
    ...(fine && { multa: partOf(fine) }),
    ...(interest && {
      juros: {
        modalidade: interestModes[interest.mode].standard,
        valorPerc: decimalOf(interest.value),
      },
    }),
    ...(rebate && { abatimento: partOf(rebate) }),
    ...(discount &&
      modeOf && {
        desconto: modeOf.endsOnDay
          ? {
              modalidade: modeOf.standard,
              descontoDataFixa: discounts.map(({ until, value }) => ({
                data: until,
                valorPerc: decimalOf(value),
              })),
            }
          : { modalidade: modeOf.standard, valorPerc: decimalOf(discount.value) },
      }),
  };
}

function partOf({ type, value }: Part) {
  return { modalidade: partTypes[type], valorPerc: decimalOf(value) };
}

/** Centavos and basis points have two decimals each. */
function decimalOf(value: bigint): string {
  return centavosToDecimal(centavos(value));
}
