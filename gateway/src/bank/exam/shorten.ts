import { firstCharacters } from '#src/ground/characters.ts';
import type { ExamConnection } from './exam-client.ts';

const LENGTH_MAX = 300;
/** Fields with secrets or with data of persons, wherever they stand. */
const HIDDEN = new Set([
  'access_token',
  'refresh_token',
  'client_secret',
  'cpf',
  'cnpj',
  'documento',
  'nome',
  'email',
  'logradouro',
  'cep',
  'conta',
  'agencia',
  'webhookUrl',
  'infoPagador',
  'infoAdicionais',
  'solicitacaoPagador',
  'telefone',
]);
const DIGITS = /\b\d{3}\.?\d{3}\.?\d{3}-?\d{2}\b|\b\d{2}\.?\d{3}\.?\d{3}\/?\d{4}-?\d{2}\b/g;

/** Addresses, because that of call-backs ends in a secret and banks name its field differently. */
const ADDRESS = /(https?:\/\/(?!pix\.bcb\.gov\.br\/)[^\s"/]+\/)[^\s"]+/gi;
const BEARER = /\bbearer\s+\S+/gi;

/** Shortens the value of a field for the report, without secrets and personal data. */
export type Shorten = (value: unknown, name?: string) => string;

export function createShortener(connection: ExamConnection): Shorten {
  const { clientId, clientSecret, pixKey, passphrase = '' } = connection;
  const basic = Buffer.from(`${clientId}:${clientSecret}`).toString('base64');
  const secrets = [basic, clientSecret, clientId, pixKey, passphrase];
  return (value, name = '') => {
    const shown = hide(name, value);
    const text = typeof shown === 'string' ? shown : (JSON.stringify(shown, hide) ?? 'nada');
    const masked = secrets
      .filter((secret) => secret.length > 3)
      .reduce((line, secret) => line.replaceAll(secret, '***'), text);
    const hidden = masked.replace(BEARER, '***').replace(ADDRESS, '$1***').replace(DIGITS, '***');
    return firstCharacters(hidden, LENGTH_MAX);
  };
}

function hide(name: string, value: unknown): unknown {
  return HIDDEN.has(name) && value !== undefined && value !== null ? '***' : value;
}
