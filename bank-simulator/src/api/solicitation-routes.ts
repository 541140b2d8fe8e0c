import type { Bank } from '../bank/bank.ts';
import { findRecurrence } from '../bank/recurring/recurrences.ts';
import { representSolicitation } from '../bank/recurring/represent-recurrences.ts';
import {
  cancelSolicitation,
  createSolicitation,
  findSolicitation,
} from '../bank/recurring/solicitations.ts';
import { refuseField } from '../bank/refusal.ts';
import type { Json } from '../bank/represent.ts';
import { readInstant } from '../clock.ts';
import type { Solicitation, SolicitationTarget } from '../state/records.ts';
import type { ApiServer } from './api-server.ts';
import { CANCELATION_BODY, SOLICITATION_BODY } from './recurrence-schemas.ts';

interface SolicitationBody {
  readonly idRec: string;
  readonly calendario: { readonly dataExpiracaoSolicitacao: string };
  readonly destinatario: SolicitationTarget;
}

interface OneSolicitation {
  Params: { idSolicRec: string };
}

const INVALID = 'solicitationInvalid';

/** `/v2/solicrec` of API Pix 2.10.0. Its PATCH answers 201, as the document says. */
export function addSolicitationRoutes(server: ApiServer, bank: Bank): void {
  server.post<{ Body: SolicitationBody }>(
    '/v2/solicrec',
    {
      schema: { body: SOLICITATION_BODY },
      config: { operation: 'createSolicitation', scope: 'solicrec.write', invalid: INVALID },
    },
    async ({ body }, reply) => {
      reply.status(201);
      const solicitation = createSolicitation(bank, {
        recurrenceId: body.idRec,
        expiresAt: readExpiry(body),
        target: body.destinatario,
      });
      return represent(bank, solicitation);
    },
  );
  server.patch<OneSolicitation>(
    '/v2/solicrec/:idSolicRec',
    {
      schema: { body: CANCELATION_BODY },
      config: { operation: 'reviseSolicitation', scope: 'solicrec.write', invalid: INVALID },
    },
    async ({ params }, reply) => {
      reply.status(201);
      return represent(bank, cancelSolicitation(bank, params.idSolicRec));
    },
  );
  server.get<OneSolicitation>(
    '/v2/solicrec/:idSolicRec',
    { config: { operation: 'findSolicitation', scope: 'solicrec.read' } },
    async ({ params }) => represent(bank, findSolicitation(bank, params.idSolicRec)),
  );
}

function readExpiry({ calendario }: SolicitationBody): number {
  const expiresAt = readInstant(calendario.dataExpiracaoSolicitacao);
  if (expiresAt !== undefined) return expiresAt;
  const reason = 'O objeto solicrec.calendario não respeita o schema';
  throw refuseField(INVALID, 'solicrec.calendario', reason);
}

function represent(bank: Bank, solicitation: Solicitation): Json {
  const recurrence = findRecurrence(bank, solicitation.recurrenceId);
  return representSolicitation(bank, solicitation, recurrence);
}
