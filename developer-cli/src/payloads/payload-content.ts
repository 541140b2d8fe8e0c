import type { PayloadCheck } from './payload-check.ts';
import { centavosOf, type Fields, fieldsOf, readableAmount } from './payload-fields.ts';

const PARTS = [
  ['original', 1],
  ['abatimento', -1],
  ['desconto', -1],
  ['juros', 1],
  ['multa', 1],
] as const;
const NAMES: Readonly<Record<string, string>> = {
  original: 'Valor original',
  abatimento: 'Abatimento',
  desconto: 'Desconto',
  juros: 'Juros',
  multa: 'Multa',
  final: 'Valor a pagar',
};

/** Checks that a verified payload makes sense: its state, its expiry and its sum. */
export function checkContent(payload: Fields, now: number): PayloadCheck[] {
  return [checkStatus(payload), ...checkExpiry(payload, now), ...checkSum(payload)];
}

function checkStatus({ status, txid }: Fields): PayloadCheck {
  const ok = status === 'ATIVA' && typeof txid === 'string';
  const message = ok ? 'a cobrança está ATIVA' : `a cobrança está ${String(status)}`;
  return { check: 'status', ok, message };
}

/** An immediate charge stays ATIVA after its expiry, so the payer's program computes it. */
function checkExpiry({ calendario }: Fields, now: number): PayloadCheck[] {
  const { criacao, expiracao } = fieldsOf(calendario);
  if (expiracao === undefined) return [];
  const until = Date.parse(String(criacao)) + Number(expiracao) * 1_000;
  const ok = now <= until;
  if (Number.isNaN(until)) {
    return [{ check: 'expiry', ok: false, message: 'a validade não pode ser lida' }];
  }
  const instant = new Date(until).toISOString();
  return [{ check: 'expiry', ok, message: ok ? `vale até ${instant}` : `venceu em ${instant}` }];
}

function checkSum({ valor }: Fields): PayloadCheck[] {
  const amounts = fieldsOf(valor);
  if (amounts.final === undefined) return [];
  const final = centavosOf(amounts.final);
  const parts = PARTS.map(([name, sign]) =>
    amounts[name] === undefined ? 0 : sign * (centavosOf(amounts[name]) ?? Number.NaN),
  );
  const sum = parts.reduce((total, one) => total + one, 0);
  const ok = amounts.original === undefined || sum === final;
  const message = ok
    ? 'as parcelas somam o valor a pagar'
    : 'as parcelas não somam o valor a pagar';
  return [{ check: 'sum', ok, message }];
}

/** The lines that people read: what the payload says of the charge. */
export function describePayload(payload: Fields): [name: string, value: string][] {
  const { dataDeVencimento, validadeAposVencimento, expiracao } = fieldsOf(payload.calendario);
  const amounts = fieldsOf(payload.valor);
  const lines: [string, unknown][] = [
    ['txid', payload.txid],
    ['Revisão', payload.revisao],
    ['Estado', payload.status],
    ['Recebedor', fieldsOf(payload.recebedor).nome],
    ['Devedor', fieldsOf(payload.devedor).nome],
    ['Vencimento', dataDeVencimento],
    ['Dias depois do vencimento', validadeAposVencimento],
    ['Validade em segundos', expiracao],
    ...Object.entries(NAMES).map(([name, words]): [string, unknown] => [
      words,
      readableAmount(amounts[name]),
    ]),
    ['Mensagem', payload.solicitacaoPagador],
  ];
  return lines.flatMap(([name, value]) => (value === undefined ? [] : [[name, String(value)]]));
}
