import { writeInstant } from '../clock.ts';
import { writeAmount } from '../money.ts';
import type {
  Beneficiary,
  Dispute,
  Payout,
  PayoutReturn,
  ReceivedPayment,
  Refund,
} from '../state/records.ts';
import type { DayAmount } from './due-amount.ts';

const RAZOES: Readonly<Record<string, string>> = {
  MED_OPERACIONAL: 'Falha operacional',
  MED_PIX_AUTOMATICO: 'Pix Automático',
};

/** Bodies of answers. Undefined fields are omitted in the JSON. */
export type Json = Record<string, unknown>;

/** `Pix` of API Pix 2.10.0. */
export function representPayment(payment: ReceivedPayment): Json {
  return {
    endToEndId: payment.endToEndId,
    txid: payment.txid,
    valor: writeAmount(payment.amount),
    componentesValor: representComponents(payment.components),
    chave: payment.key,
    horario: writeInstant(payment.receivedAt),
    infoPagador: payment.payerInformation,
    devolucoes: payment.refunds.length === 0 ? undefined : payment.refunds.map(representRefund),
  };
}

/** Components of zero are left out (manual, annex III). */
function representComponents(components: DayAmount | undefined): Json | undefined {
  if (components === undefined) return undefined;
  const { original, fine, interest, discount, rebate } = components;
  const present = (valor: bigint): Json | undefined =>
    valor === 0n ? undefined : { valor: writeAmount(valor) };
  return {
    original: { valor: writeAmount(original) },
    multa: present(fine),
    juros: present(interest),
    desconto: present(discount),
    abatimento: present(rebate),
  };
}

/** `Devolucao` of API Pix 2.10.0. */
export function representRefund(refund: Refund): Json {
  return {
    id: refund.id,
    rtrId: refund.returnId,
    valor: writeAmount(refund.amount),
    natureza: refund.nature,
    descricao: refund.description,
    horario: {
      solicitacao: writeInstant(refund.requestedAt),
      liquidacao: refund.settledAt === undefined ? undefined : writeInstant(refund.settledAt),
    },
    status: refund.status,
    motivo: refund.reason,
  };
}

/** A dispute as Efí lists it. The parties are invented; its own documentation writes amounts so. */
export function representDispute(dispute: Dispute, payment: ReceivedPayment): Json {
  const { defendedAt, closedAt } = dispute;
  return {
    idInfracao: dispute.id,
    endToEndId: dispute.endToEndId,
    protocolo: dispute.protocol,
    dataTransacao: writeInstant(payment.receivedAt),
    valor: Number(writeAmount(dispute.amount)),
    chave: payment.key,
    status: dispute.status,
    razao: RAZOES[dispute.nature] ?? 'Solicitação de devolução',
    tipoSituacao: dispute.nature === 'MED_FRAUDE' ? 'golpe' : undefined,
    defesa: dispute.defense,
    identificadorTicket: [dispute.protocol],
    dadosAnalise: {
      abertura: writeInstant(dispute.openedAt),
      prazoFinalizacao: writeInstant(dispute.defenseDueAt),
      recebimentoDefesa: defendedAt === undefined ? undefined : writeInstant(defendedAt),
      finalizacao: closedAt === undefined ? undefined : writeInstant(closedAt),
    },
    origem: { nomeParticipante: 'BANCO DO PAGADOR', conta: 1001, nome: 'PAGADOR', documento: '0' },
    destino: { nomeParticipante: 'SIMULADOR', conta: 1002, nome: 'CONTA', documento: '0' },
    criadoEm: writeInstant(dispute.openedAt),
    atualizadoEm: writeInstant(dispute.updatedAt),
  };
}

/** Efí's answer to a request to send; `e2eId` as in its documentation of v2 and v3. */
export function representAcceptedPayout(payout: Payout): Json {
  return {
    idEnvio: payout.id,
    e2eId: payout.endToEndId,
    valor: writeAmount(payout.amount),
    horario: { solicitacao: writeInstant(payout.requestedAt) },
    status: 'EM_PROCESSAMENTO',
  };
}

/** A sent Pix as Efí's queries answer it. */
export function representPayout(payout: Payout): Json {
  const { settledAt, returns } = payout;
  return {
    endToEndId: payout.endToEndId,
    idEnvio: payout.id,
    valor: writeAmount(payout.amount),
    chave: payout.payerKey,
    status: payout.status,
    infoPagador: payout.payerInformation,
    horario: {
      solicitacao: writeInstant(payout.requestedAt),
      liquidacao:
        payout.status === 'REALIZADO' && settledAt !== undefined
          ? writeInstant(settledAt)
          : undefined,
    },
    favorecido: representBeneficiary(payout.beneficiary),
    devolucoes: returns.length === 0 ? undefined : returns.map(representPayoutReturn),
  };
}

function representBeneficiary(beneficiary: Beneficiary): Json {
  const { chave, contaBanco } = beneficiary;
  if (contaBanco !== undefined) {
    return { contaBanco: { ...contaBanco, ...maskDocuments(contaBanco) } };
  }
  return {
    chave,
    identificacao: { nome: 'FAVORECIDO DO SIMULADOR', ...maskDocuments(beneficiary) },
  };
}

function maskDocuments({ cpf, cnpj }: { cpf?: string; cnpj?: string }): Json {
  return {
    cpf: cpf === undefined ? undefined : `***.${cpf.slice(3, 6)}.${cpf.slice(6, 9)}-**`,
    cnpj,
  };
}

function representPayoutReturn(payoutReturn: PayoutReturn): Json {
  return {
    rtrId: payoutReturn.returnId,
    valor: writeAmount(payoutReturn.amount),
    horario: writeInstant(payoutReturn.returnedAt),
  };
}

/** Efí's call-back about a sent Pix. */
export function representPayoutNotice(payout: Payout): Json {
  const { settledAt, status } = payout;
  return {
    endToEndId: payout.endToEndId,
    chave: payout.payerKey,
    tipo: 'SOLICITACAO',
    status,
    valor: writeAmount(payout.amount),
    horario: status === 'REALIZADO' && settledAt !== undefined ? writeInstant(settledAt) : null,
    infoPagador: payout.payerInformation,
    gnExtras: { idEnvio: payout.id, erro: payout.error },
  };
}

/** The call-back of a return. Efí doesn't document its form: here the sent Pix with its returns. */
export function representReturnNotice(payout: Payout): Json {
  return {
    ...representPayoutNotice(payout),
    tipo: 'DEVOLUCAO_RECEBIDA',
    devolucoes: payout.returns.map(representPayoutReturn),
  };
}
