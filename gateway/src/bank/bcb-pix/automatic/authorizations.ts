import { parseTaxId } from '#src/ground/pix/tax-id.ts';
import type { Outcome } from '../../outcome.ts';
import type { AuthorizationOrder, BankAuthorization, RecurringBank } from '../../recurring-bank.ts';
import { refuseAs } from '../charge-calls.ts';
import { UnreadableAnswer } from '../json-fields.ts';
import {
  afterFailedSearch,
  done,
  outcomeOf,
  outcomeOfSearch,
  unknown,
} from '../outcome-of-answer.ts';
import { type AutomaticSettings, mayBeDone } from './automatic-settings.ts';
import { readAuthorization } from './read-recurrence.ts';

type AuthorizationsOfBank = Pick<RecurringBank, 'requestAuthorization' | 'cancelAuthorization'>;
type FindRecurrence = RecurringBank['findRecurrence'];

/** `/solicrec` of the standard: requests to a payer at the payer's bank. */
export function authorizationsOf(
  settings: AutomaticSettings,
  findRecurrence: FindRecurrence,
): AuthorizationsOfBank {
  return {
    requestAuthorization: (order) => requestAuthorization(settings, order, findRecurrence),
    cancelAuthorization: (id) => cancelAuthorization(settings, id),
  };
}

/** The bank takes one open request of a recurrence, so an open one is that of a lost answer. */
async function requestAuthorization(
  settings: AutomaticSettings,
  order: AuthorizationOrder,
  findRecurrence: FindRecurrence,
): Promise<Outcome<BankAuthorization>> {
  const answer = await settings.http.call({
    operation: 'request authorization',
    method: 'POST',
    path: `${settings.pathPrefix}/solicrec`,
    body: authorizationBody(order),
  });
  const outcome = outcomeOf(answer, (body) => {
    const made = readAuthorization(body);
    if (made.recurrenceId !== order.recurrenceId) throw new UnreadableAnswer('idRec');
    return made;
  });
  if (!mayBeDone(answer)) return outcome;
  const found = await findRecurrence(order.recurrenceId);
  if (found.kind !== 'done') return afterFailedSearch(found);
  const open = found.value?.authorizations.find(({ status }) => status === 'open');
  return open ? done(open) : outcome;
}

async function cancelAuthorization(
  settings: AutomaticSettings,
  id: string,
): Promise<Outcome<BankAuthorization>> {
  const path = `${settings.pathPrefix}/solicrec/${encodeURIComponent(id)}`;
  const answer = await settings.http.call({
    operation: 'cancel authorization',
    method: 'PATCH',
    path,
    body: { status: 'CANCELADA' },
  });
  const outcome = outcomeOf(answer, (body) => readAuthorization(body));
  if (outcome.kind === 'done') {
    const { id: withdrawn, status } = outcome.value;
    const isRight = withdrawn === id && (status === 'canceled' || status === 'open');
    return isRight ? outcome : unknown('O banco não cancelou o pedido de autorização.');
  }
  if (!mayBeDone(answer)) return outcome;
  const search = await settings.http.call({
    operation: 'find authorization',
    method: 'GET',
    path,
  });
  const found = outcomeOfSearch(search, (body) => readAuthorization(body));
  if (found.kind !== 'done') return afterFailedSearch(found);
  if (found.value?.status === 'canceled') return done(found.value);
  const isAnswered = found.value !== undefined && found.value.status !== 'open';
  return isAnswered ? refuseAs('recurrence_ended', outcome) : outcome;
}

/** `SolicRecSolicitada` of the standard. */
function authorizationBody({ recurrenceId, expiresAt, payer }: AuthorizationOrder) {
  const taxId = parseTaxId(payer.document, { checkDigits: false });
  if (!taxId) throw new RangeError('The payer of a recurrence has a document.');
  return {
    idRec: recurrenceId,
    calendario: { dataExpiracaoSolicitacao: new Date(expiresAt).toISOString() },
    destinatario: {
      [taxId.kind]: taxId.digits,
      conta: payer.account,
      ispbParticipante: payer.ispb,
      ...(payer.branch !== null && { agencia: payer.branch }),
    },
  };
}
