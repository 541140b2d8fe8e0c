import { writeBrCode } from '../../br-code.ts';
import { writeInstant } from '../../clock.ts';
import { OWN_BANK_NUMBER } from '../../identifiers.ts';
import { writeAmount } from '../../money.ts';
import type {
  Closing,
  Recurrence,
  RecurrenceLocation,
  Solicitation,
  Step,
} from '../../state/records.ts';
import type { Bank } from '../bank.ts';
import type { Json } from '../represent.ts';
import { wordsOfCancelation, wordsOfRejection } from './codes.ts';
import { locationOfRecurrence } from './locations.ts';

/** `RecGerada` of API Pix 2.10.0. */
export function representRecurrence(bank: Bank, recurrence: Recurrence): Json {
  const location = locationOfRecurrence(bank, recurrence);
  return {
    idRec: recurrence.id,
    status: recurrence.status,
    ...terms(recurrence),
    recebedor: { ...receiverOf(bank), convenio: recurrence.covenant },
    loc: location && representRecurrenceLocation(location),
    atualizacao: representSteps(recurrence.steps),
    encerramento: representClosing(recurrence.closing, 'rec'),
    ativacao: activationOf(recurrence),
  };
}

/** `RecCompleta`, without `dadosQR`. */
export function representWholeRecurrence(bank: Bank, recurrence: Recurrence): Json {
  const { payer } = recurrence;
  const solicitations = bank.state.solicitations
    .values()
    .filter(({ recurrenceId }) => recurrenceId === recurrence.id)
    .map((one) => representSolicitation(bank, one, recurrence));
  return {
    ...representRecurrence(bank, recurrence),
    pagador: payer && { ispbParticipante: payer.ispb, cpf: payer.cpf, cnpj: payer.cnpj },
    solicitacao: solicitations.length === 0 ? undefined : solicitations,
  };
}

/** `RecPayload`: what a payer's program reads of a recurrence. */
export function representRecurrencePayload(bank: Bank, recurrence: Recurrence): Json {
  return {
    idRec: recurrence.id,
    ...terms(recurrence),
    recebedor: { ...receiverOf(bank), ispbParticipante: OWN_BANK_NUMBER },
    atualizacao: representSteps(recurrence.steps),
  };
}

/** `RecNotification`, the content of a call-back. */
export function representRecurrenceNotice(recurrence: Recurrence): Json {
  return {
    idRec: recurrence.id,
    status: recurrence.status,
    atualizacao: representSteps(recurrence.steps),
    encerramento: representClosing(recurrence.closing, 'rec'),
    ativacao: activationOf(recurrence),
  };
}

/** `SolicRecCompleta`. */
export function representSolicitation(
  bank: Bank,
  solicitation: Solicitation,
  recurrence: Recurrence,
): Json {
  return {
    idSolicRec: solicitation.id,
    idRec: solicitation.recurrenceId,
    calendario: { dataExpiracaoSolicitacao: writeInstant(solicitation.expiresAt) },
    status: solicitation.status,
    destinatario: solicitation.target,
    atualizacao: representSteps(solicitation.steps),
    encerramento: solicitation.reason && { rejeicao: { motivo: solicitation.reason } },
    recPayload: representRecurrencePayload(bank, recurrence),
  };
}

/** `PayloadLocationRecCompleta`. */
export function representRecurrenceLocation(location: RecurrenceLocation): Json {
  const { id, url, createdAt, recurrenceId } = location;
  return { id, location: url, tipo: 'rec', criacao: writeInstant(createdAt), idRec: recurrenceId };
}

/** The code of a recurrence, alone or with the location of a charge. */
export function codeOfRecurrence(
  bank: Bank,
  recurrenceLocation: RecurrenceLocation,
  location?: string,
): string {
  const { accountName: name, accountCity: city } = bank.settings;
  const charge = location === undefined ? {} : { location };
  return writeBrCode({ ...charge, recurrenceLocation: recurrenceLocation.url, name, city });
}

export function representSteps(steps: readonly Step<string>[]): Json[] {
  return steps.map(({ status, at }) => ({ status, data: writeInstant(at) }));
}

export function representClosing(
  closing: Closing | undefined,
  record: 'rec' | 'cobr',
): Json | undefined {
  if (closing === undefined) return undefined;
  const { code: codigo } = closing;
  if (closing.kind === 'rejeicao') {
    return { rejeicao: { codigo, descricao: wordsOfRejection(codigo) } };
  }
  const descricao = wordsOfCancelation(codigo, record);
  return { cancelamento: { solicitante: closing.by, codigo, descricao } };
}

/** Journeys other than the third lose the txid when the payer authorises. */
function activationOf({ journey, journeyTxid, status }: Recurrence): Json {
  const isShown = journey === 'JORNADA_3' || status !== 'APROVADA';
  const txid = isShown ? journeyTxid : undefined;
  return { tipoJornada: journey, dadosJornada: txid === undefined ? undefined : { txid } };
}

function receiverOf({ settings }: Bank): Json {
  const { cnpj, nome } = settings.receiver;
  return { cnpj, nome };
}

function terms(recurrence: Recurrence): Json {
  const { amount, minimum } = recurrence;
  return {
    vinculo: {
      contrato: recurrence.contract,
      devedor: recurrence.debtor,
      objeto: recurrence.object,
    },
    calendario: {
      dataInicial: recurrence.firstDay,
      dataFinal: recurrence.lastDay,
      periodicidade: recurrence.interval,
    },
    valor: {
      valorRec: amount === undefined ? undefined : writeAmount(amount),
      valorMinimoRecebedor: minimum === undefined ? undefined : writeAmount(minimum),
    },
    politicaRetentativa: recurrence.retries,
  };
}
