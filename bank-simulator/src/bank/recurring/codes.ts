/** The codes of API Pix 2.10.0; their texts are the simulator's own. */
const REJECTIONS_OF_RECURRENCES: Readonly<Record<string, string>> = {
  AP13: 'O pagador recusou a autorização',
  AP14: 'O banco do pagador recusou a autorização',
  AP15: 'O banco do pagador não oferece o Pix Automático a empresas',
};

const CANCELATIONS_OF_RECURRENCES: Readonly<Record<string, string>> = {
  ACCL: 'A conta do pagador foi encerrada',
  CPCL: 'O banco do recebedor cancelou a recorrência',
  DCSD: 'O pagador faleceu',
  ERSL: 'A recorrência tinha um erro',
  FRUD: 'Suspeita de fraude',
  PCFD: 'O banco do pagador cancelou a recorrência',
  SLCR: 'Cancelamento solicitado pelo usuário recebedor',
  SLDB: 'Cancelamento solicitado pelo usuário pagador',
};

const CANCELATIONS_OF_CHARGES: Readonly<Record<string, string>> = {
  ACCT: 'A conta do pagador foi encerrada',
  BLCK: 'A conta do pagador foi bloqueada',
  CCLD: 'A recorrência foi cancelada',
  FAIL: 'Falha no banco do pagador',
  OTHR: 'Outro motivo',
  SLBD: 'Cancelamento de agendamento solicitado pelo usuário pagador',
  SLCR: 'Cancelamento de agendamento solicitado pelo usuário recebedor',
};

const REFUSED = 'Recusada pelo banco do pagador';

const REJECTIONS_OF_CHARGES: Readonly<Record<string, string>> = {
  AB10: 'Falha no banco do pagador',
  AC05: 'A conta do pagador está encerrada',
  AC06: 'A conta do pagador está bloqueada',
  AM02: 'O valor é maior que o limite do pagador',
  AM09: 'O valor não é o da recorrência',
  DENC: REFUSED,
  DS27: REFUSED,
  DTED: REFUSED,
  DTNT: REFUSED,
  FBRD: REFUSED,
  IRNT: REFUSED,
  MIDI: REFUSED,
  MSUC: REFUSED,
  NIEC: REFUSED,
  NIPA: REFUSED,
  NITX: REFUSED,
  QUNT: REFUSED,
  RC09: 'O banco do pagador não existe',
  UDEI: REFUSED,
};

/** By these the whole charge is REJEITADA; by the others only the attempt is. */
const FATAL = new Set(['AC05', 'AM09', 'DENC', 'DS27', 'DTED', 'MIDI', 'MSUC', 'NITX', 'RC09']);

/** The words with which a solicitation alone is rejected, and its recurrence stays CRIADA. */
export const SOLICITATION_REJECTIONS = ['DADOS_BANCARIOS_INVALIDOS'];
export const RECURRENCE_REJECTIONS = Object.keys(REJECTIONS_OF_RECURRENCES);
export const RECURRENCE_CANCELATIONS = Object.keys(CANCELATIONS_OF_RECURRENCES);
export const CHARGE_REJECTIONS = Object.keys(REJECTIONS_OF_CHARGES);

export function endsCharge(code: string): boolean {
  return FATAL.has(code);
}

/** The text of a code of a rejection; those of both records differ. */
export function wordsOfRejection(code: string): string {
  return REJECTIONS_OF_CHARGES[code] ?? REJECTIONS_OF_RECURRENCES[code] ?? code;
}

export function wordsOfCancelation(code: string, record: 'rec' | 'cobr'): string {
  const words = record === 'rec' ? CANCELATIONS_OF_RECURRENCES : CANCELATIONS_OF_CHARGES;
  return words[code] ?? code;
}
