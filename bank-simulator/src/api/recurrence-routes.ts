import type { Bank } from '../bank/bank.ts';
import type { RecurrenceOrder } from '../bank/recurring/check-recurrence-order.ts';
import { composeCode } from '../bank/recurring/composed-codes.ts';
import { cancelRecurrence } from '../bank/recurring/end-recurrences.ts';
import { locationOfRecurrence } from '../bank/recurring/locations.ts';
import {
  createRecurrence,
  findRecurrence,
  refuseEnded,
  reviseRecurrence,
} from '../bank/recurring/recurrences.ts';
import {
  representRecurrence,
  representWholeRecurrence,
} from '../bank/recurring/represent-recurrences.ts';
import { refuseField } from '../bank/refusal.ts';
import { readAmount } from '../money.ts';
import type { Debtor, Interval, Recurrence, RetryPolicy } from '../state/records.ts';
import type { ApiServer } from './api-server.ts';
import { pageOf, pageRule, type Query, readBoolean, readPeriod } from './page-of.ts';
import { RECURRENCE_BODY, RECURRENCE_REVISION_BODY } from './recurrence-schemas.ts';

interface RecurrenceBody {
  readonly vinculo: {
    readonly contrato: string;
    readonly objeto?: string;
    readonly devedor: Debtor;
  };
  readonly calendario: {
    readonly dataInicial: string;
    readonly dataFinal?: string;
    readonly periodicidade: Interval;
  };
  readonly valor?: { readonly valorRec?: string; readonly valorMinimoRecebedor?: string };
  readonly recebedor?: { readonly convenio?: string };
  readonly politicaRetentativa: RetryPolicy;
  readonly loc?: number;
  readonly ativacao?: ActivationBody;
}

interface ActivationBody {
  readonly dadosJornada?: { readonly txid: string };
}

interface RevisionBody {
  readonly status?: 'CANCELADA';
  readonly vinculo?: { readonly devedor?: { readonly nome: string } };
  readonly calendario?: { readonly dataInicial?: string };
  readonly loc?: number;
  readonly ativacao?: ActivationBody;
}

const INVALID = 'recurrenceInvalid';
const QUERY_INVALID = 'recurrenceQueryInvalid';

/** `/v2/rec` of API Pix 2.10.0. */
export function addRecurrenceRoutes(server: ApiServer, bank: Bank): void {
  server.post<{ Body: RecurrenceBody }>(
    '/v2/rec',
    {
      schema: { body: RECURRENCE_BODY },
      config: { operation: 'createRecurrence', scope: 'rec.write', invalid: INVALID },
    },
    async ({ body }, reply) => {
      reply.status(201);
      return representRecurrence(bank, createRecurrence(bank, readOrder(body)));
    },
  );
  server.patch<{ Params: { idRec: string }; Body: RevisionBody }>(
    '/v2/rec/:idRec',
    {
      schema: { body: RECURRENCE_REVISION_BODY },
      config: { operation: 'reviseRecurrence', scope: 'rec.write', invalid: INVALID },
    },
    async ({ params, body }) =>
      representRecurrence(bank, revise(bank, findRecurrence(bank, params.idRec), body)),
  );
  server.get<{ Params: { idRec: string }; Querystring: Query }>(
    '/v2/rec/:idRec',
    { config: { operation: 'findRecurrence', scope: 'rec.read' } },
    async ({ params, query }) => {
      const recurrence = findRecurrence(bank, params.idRec);
      const dadosQR = composeCode(bank, recurrence, query.txid);
      return { ...representWholeRecurrence(bank, recurrence), dadosQR };
    },
  );
  server.get<{ Querystring: Query }>(
    '/v2/rec',
    { config: { operation: 'listRecurrences', scope: 'rec.read', invalid: QUERY_INVALID } },
    async ({ query }) => {
      const rows = selectRecurrences(bank, query);
      const { page, parametros } = pageOf(rows, query, pageRule(bank, QUERY_INVALID));
      return { parametros, recs: page.map((one) => representWholeRecurrence(bank, one)) };
    },
  );
}

function revise(bank: Bank, recurrence: Recurrence, body: RevisionBody): Recurrence {
  const { status, vinculo, calendario, loc, ativacao } = body;
  if (status === undefined) {
    return reviseRecurrence(bank, recurrence, {
      debtorName: vinculo?.devedor?.nome,
      firstDay: calendario?.dataInicial,
      locationId: loc,
      journeyTxid: ativacao?.dadosJornada?.txid,
    });
  }
  refuseEnded(recurrence);
  if (Object.keys(body).length > 1) {
    const reason = 'O cancelamento não pode vir com outra alteração';
    throw refuseField(INVALID, 'rec.status', reason);
  }
  return cancelRecurrence(bank, recurrence, { by: 'USUARIO_RECEBEDOR', code: 'SLCR' });
}

function readOrder(body: RecurrenceBody): RecurrenceOrder {
  const { vinculo, calendario, valor, recebedor, ativacao, loc } = body;
  const amount = readAmount(valor?.valorRec ?? '');
  const minimum = readAmount(valor?.valorMinimoRecebedor ?? '');
  const txid = ativacao?.dadosJornada?.txid;
  return {
    contract: vinculo.contrato,
    ...(vinculo.objeto === undefined ? {} : { object: vinculo.objeto }),
    debtor: vinculo.devedor,
    firstDay: calendario.dataInicial,
    ...(calendario.dataFinal === undefined ? {} : { lastDay: calendario.dataFinal }),
    interval: calendario.periodicidade,
    ...(amount === undefined ? {} : { amount }),
    ...(minimum === undefined ? {} : { minimum }),
    retries: body.politicaRetentativa,
    ...(recebedor?.convenio === undefined ? {} : { covenant: recebedor.convenio }),
    ...(loc === undefined ? {} : { locationId: loc }),
    ...(txid === undefined ? {} : { journeyTxid: txid }),
  };
}

function selectRecurrences(bank: Bank, query: Query): Recurrence[] {
  const { from, to } = readPeriod(query, QUERY_INVALID);
  const { cpf, cnpj, status, convenio } = query;
  const isLocated = readBoolean(query, 'locationPresente', QUERY_INVALID);
  return bank.state.recurrences
    .values()
    .filter(({ createdAt }) => createdAt >= from && createdAt <= to)
    .filter((recurrence) => status === undefined || recurrence.status === status)
    .filter(({ covenant }) => convenio === undefined || covenant === convenio)
    .filter(({ debtor }) => cpf === undefined || debtor.cpf === cpf)
    .filter(({ debtor }) => cnpj === undefined || debtor.cnpj === cnpj)
    .filter((recurrence) => {
      if (isLocated === undefined) return true;
      return (locationOfRecurrence(bank, recurrence) !== undefined) === isLocated;
    });
}
