import type { Payer } from '#src/charges/charge.ts';
import type { PayerAddress } from '#src/charges/due/payer-address.ts';
import type { StandardTerms } from '#src/charges/standard-charge.ts';
import type { Environment } from '#src/ground/access/ledger-scope.ts';
import { EMAIL_LENGTH_MAX, isMailAddress } from '#src/ground/mail/mail-address.ts';
import { PIX_KEY_LENGTH_MAX } from '../pix-keys/own-pix-keys.ts';
import type { Fields } from './fields.ts';

const NAME_LENGTH_MAX = 200;
const REQUEST_LENGTH_MAX = 140;
const EXTRAS_MAX = 50;
const EXTRA_NAME_MAX = 50;
const EXTRA_VALUE_MAX = 200;
const ADDRESS_LENGTH_MAX = 200;
const POSTAL_CODE = /^\d{5}-?\d{3}$/;
const STATE = /^[A-Z]{2}$/;

/** The texts of a body. Null removes a text. */
export interface TextsOfBody {
  chave?: string | undefined;
  solicitacaoPagador?: string | null | undefined;
  infoAdicionais?: StandardTerms['infoAdicionais'] | null | undefined;
}

/** The fields of a charge besides its amounts. */
export function termsOf({
  chave,
  solicitacaoPagador,
  infoAdicionais,
}: TextsOfBody & { readonly chave: string }): StandardTerms {
  return {
    chave,
    ...(solicitacaoPagador && { solicitacaoPagador }),
    ...(infoAdicionais && infoAdicionais.length > 0 && { infoAdicionais }),
  };
}

/** The fields of a charge besides its amounts after a revision, which keeps texts that it omits. */
export function revisedTerms(
  before: StandardTerms,
  { chave = before.chave, ...texts }: TextsOfBody,
): StandardTerms {
  const { solicitacaoPagador = before.solicitacaoPagador } = texts;
  const { infoAdicionais = before.infoAdicionais } = texts;
  return termsOf({ chave, solicitacaoPagador, infoAdicionais });
}

/** Reads the texts that a body has. */
export function readTexts(body: Fields): TextsOfBody {
  return {
    chave: body.text('chave', { max: PIX_KEY_LENGTH_MAX }),
    solicitacaoPagador: body.removableText('solicitacaoPagador', REQUEST_LENGTH_MAX),
    infoAdicionais: body.removable('infoAdicionais', () => readExtras(body)),
  };
}

function readExtras(body: Fields): StandardTerms['infoAdicionais'] | undefined {
  const rule = `Informe uma lista de até ${EXTRAS_MAX} itens.`;
  return body.list('infoAdicionais', { max: EXTRAS_MAX, rule })?.map((item) => ({
    nome: item.anyText('nome', EXTRA_NAME_MAX),
    valor: item.anyText('valor', EXTRA_VALUE_MAX),
  }));
}

/** The payer of a body, without e-mail and address. */
export function readDebtor(
  devedor: Fields,
  environment: Environment,
  { nameLengthMax = NAME_LENGTH_MAX }: { readonly nameLengthMax?: number } = {},
): Payer | undefined {
  const document = devedor.document(environment);
  const name = devedor.text('nome', { max: nameLengthMax, isRequired: true });
  return document !== undefined && name !== undefined ? { name, document, email: null } : undefined;
}

/** One e-mail address of a payer; null removes it. */
export function readEmail(devedor: Fields): string | null | undefined {
  const text = devedor.removableText('email', EMAIL_LENGTH_MAX);
  if (typeof text !== 'string') return text;
  if (!isMailAddress(text))
    devedor.refuse('email', 'Informe um só e-mail, como ana@exemplo.com.br.', text);
  return text;
}

/** The fields of an address that a body has, in the form of the document. Null removes. */
export interface AddressOfBody {
  readonly logradouro?: string | null | undefined;
  readonly cidade?: string | null | undefined;
  readonly uf?: string | null | undefined;
  readonly cep?: string | null | undefined;
}

/** The fields of an address, none of which the document requires. */
export function readAddress(devedor: Fields): AddressOfBody {
  const line = (name: string) => devedor.removableText(name, ADDRESS_LENGTH_MAX);
  const state = line('uf');
  const uf = state?.toUpperCase() ?? state;
  const cep = line('cep');
  if (uf && !STATE.test(uf)) devedor.refuse('uf', 'Informe a sigla do estado.', uf);
  if (cep && !POSTAL_CODE.test(cep)) devedor.refuse('cep', 'Informe os 8 dígitos do CEP.', cep);
  return {
    logradouro: line('logradouro'),
    cidade: line('cidade'),
    uf,
    cep: cep?.replace('-', '') ?? cep,
  };
}

/** The address of a charge; null without any of its fields. A missing field is empty. */
export function addressOf({ logradouro, cidade, uf, cep }: AddressOfBody): PayerAddress | null {
  if (!(logradouro || cidade || uf || cep)) return null;
  return {
    street: logradouro ?? '',
    city: cidade ?? '',
    state: uf ?? '',
    postalCode: cep ?? '',
    cityCode: null,
  };
}
