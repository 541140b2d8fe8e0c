import type { PayloadCheck } from './payload-check.ts';
import { centavosOf, type Fields, fieldsOf, readableAmount } from './payload-fields.ts';

const ID = /^R[RN][0-9A-Z]{8}\d{8}[a-zA-Z0-9]{11}$/;
const DAY = /^\d{4}-\d{2}-\d{2}$/;
const PERIODS: Readonly<Record<string, string>> = {
  SEMANAL: 'por semana',
  MENSAL: 'por mês',
  TRIMESTRAL: 'por trimestre',
  SEMESTRAL: 'por semestre',
  ANUAL: 'por ano',
};
const RETRIES: Readonly<Record<string, string>> = {
  NAO_PERMITE: 'nenhuma',
  PERMITE_3R_7D: 'até 3, nos 7 dias depois do vencimento',
};
const ENDED: Readonly<Record<string, string>> = {
  APROVADA: 'já foi autorizada',
  REJEITADA: 'foi recusada pelo pagador',
  EXPIRADA: 'expirou',
  CANCELADA: 'foi cancelada',
};
const brazilianDay = new Intl.DateTimeFormat('en-CA', { timeZone: 'America/Sao_Paulo' });

/** Checks that a verified payload of a recurrence (`RecPayload`) can be shown and authorized. */
export function checkRecurrence(payload: Fields, now: number): PayloadCheck[] {
  return [
    checkFields(payload),
    ...checkAmount(payload),
    checkStatus(payload),
    ...checkEnd(payload, now),
  ];
}

function checkFields(payload: Fields): PayloadCheck {
  const { contrato, devedor } = fieldsOf(payload.vinculo);
  const { dataInicial } = fieldsOf(payload.calendario);
  const { cnpj, nome, ispbParticipante } = fieldsOf(payload.recebedor);
  const valid: Readonly<Record<string, boolean>> = {
    idRec: ID.test(String(payload.idRec)),
    'vinculo.contrato': isText(contrato),
    'vinculo.devedor': isText(fieldsOf(devedor).nome),
    'calendario.dataInicial': DAY.test(String(dataInicial)),
    'calendario.periodicidade': Object.hasOwn(PERIODS, periodOf(payload)),
    politicaRetentativa: Object.hasOwn(RETRIES, retriesOf(payload)),
    'recebedor.cnpj': isText(cnpj),
    'recebedor.nome': isText(nome),
    'recebedor.ispbParticipante': isText(ispbParticipante),
  };
  const wrong = Object.keys(valid).filter((name) => !valid[name]);
  const ok = wrong.length === 0;
  const message = ok
    ? 'tem os campos que o app mostra ao pagador'
    : `campos que faltam ou não servem: ${wrong.join(', ')}`;
  return { check: 'fields', ok, message };
}

/** A fixed amount has no minimum: the payer's limit is for variable amounts. */
function checkAmount({ valor }: Fields): PayloadCheck[] {
  const { valorRec, valorMinimoRecebedor } = fieldsOf(valor);
  const amounts = [valorRec, valorMinimoRecebedor].filter((amount) => amount !== undefined);
  const isReadable = amounts.every((amount) => centavosOf(amount) !== undefined);
  if (amounts.length === 2) {
    const message = 'tem valor fixo e valor mínimo; deve ter um só';
    return [{ check: 'amount', ok: false, message }];
  }
  return isReadable ? [] : [{ check: 'amount', ok: false, message: 'o valor não pode ser lido' }];
}

function checkStatus(payload: Fields): PayloadCheck {
  const status = statusOf(payload);
  if (status === 'CRIADA') {
    return { check: 'status', ok: true, message: 'a recorrência espera a autorização (CRIADA)' };
  }
  const ended = status === undefined ? undefined : ENDED[status];
  const message =
    ended === undefined
      ? 'a recorrência não diz em que estado está'
      : `a recorrência ${ended} (${status})`;
  return { check: 'status', ok: false, message };
}

function checkEnd({ calendario }: Fields, now: number): PayloadCheck[] {
  const { dataFinal } = fieldsOf(calendario);
  if (dataFinal === undefined) return [];
  const end = String(dataFinal);
  if (!DAY.test(end)) {
    return [{ check: 'expiry', ok: false, message: 'o fim da recorrência não pode ser lido' }];
  }
  const ok = brazilianDay.format(now) <= end;
  return [{ check: 'expiry', ok, message: ok ? `vai até ${end}` : `terminou em ${end}` }];
}

/** The lines that people read: what the payer would authorize. */
export function describeRecurrence(payload: Fields): [name: string, value: string][] {
  const { contrato, objeto, devedor } = fieldsOf(payload.vinculo);
  const { dataInicial, dataFinal } = fieldsOf(payload.calendario);
  const { valorRec, valorMinimoRecebedor } = fieldsOf(payload.valor);
  const { nome, cnpj } = fieldsOf(payload.recebedor);
  const [period, retries] = [periodOf(payload), retriesOf(payload)];
  const lines: [string, unknown][] = [
    ['Recorrência (idRec)', payload.idRec],
    ['Estado', statusOf(payload)],
    ['Recebedor', nome],
    ['CNPJ do recebedor', cnpj],
    ['Devedor', fieldsOf(devedor).nome],
    ['Contrato', contrato],
    ['Objeto', objeto],
    ['Valor de cada cobrança', readableAmount(valorRec) ?? 'variável'],
    ['Mínimo do limite do pagador', readableAmount(valorMinimoRecebedor)],
    ['Cobranças', period === '' ? undefined : `uma ${PERIODS[period] ?? period}`],
    ['Primeiro pagamento', dataInicial],
    ['Fim', dataFinal ?? 'sem data'],
    ['Novas tentativas', retries === '' ? undefined : (RETRIES[retries] ?? retries)],
  ];
  return lines.flatMap(([name, value]) => (value === undefined ? [] : [[name, String(value)]]));
}

/** The signed example of the Central Bank's document spells the name `peridiocidade`. */
function periodOf({ calendario }: Fields): string {
  const { periodicidade, peridiocidade } = fieldsOf(calendario);
  return String(periodicidade ?? peridiocidade ?? '');
}

/** The document defines `politicaRetentativa` and requires `retentativa`. */
function retriesOf({ politicaRetentativa, retentativa }: Fields): string {
  return String(politicaRetentativa ?? retentativa ?? '');
}

/** The newest state; the document's examples name it `status` in one place, `nome` in others. */
function statusOf({ atualizacao }: Fields): string | undefined {
  if (!Array.isArray(atualizacao)) return undefined;
  const states = atualizacao.map(fieldsOf).map(({ status, nome, data }) => ({
    status: String(status ?? nome ?? ''),
    at: Date.parse(String(data)) || 0,
  }));
  return states.toSorted((one, other) => one.at - other.at).at(-1)?.status;
}

function isText(value: unknown): boolean {
  return typeof value === 'string' && value.trim() !== '';
}
