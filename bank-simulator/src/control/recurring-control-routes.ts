import type { FastifyInstance } from 'fastify';
import { PaymentImpossible } from '../bank/payments.ts';
import { writeInstant } from '../clock.ts';
import { readAmount } from '../money.ts';
import type { BankSimulator } from '../running-bank.ts';
import type { Canceler } from '../state/records.ts';
import { describeProposal, describeRecurring } from './describe-recurring.ts';
import {
  AUTHORIZATION_BODY,
  CANCELATION_BODY,
  CLOCK_BODY,
  CODE_BODY,
  LIMIT_BODY,
  PAYER_BODY,
  PAYER_PATH,
  REFUSAL_BODY,
} from './recurring-control-schemas.ts';

type ControlledBank = Omit<BankSimulator, 'controlUrl' | 'stop'>;

interface OneRecurrence {
  Params: { id: string };
}

interface OneCharge {
  Params: { txid: string };
}

const HOUR_MS = 3_600_000;

/** The payer and the payer's bank in Pix Automático, and the clock that drives them. */
export function addRecurringControlRoutes(server: FastifyInstance, bank: ControlledBank): void {
  server.get('/control/recurrences', async () => {
    await bank.runDue();
    return describeRecurring(bank);
  });
  addAuthorizations(server, bank);
  addRecurrenceChanges(server, bank);
  addPayerBank(server, bank);
}

function addAuthorizations(server: FastifyInstance, bank: ControlledBank): void {
  server.post<{ Body: { code: string } }>(
    '/control/recurrences/read',
    { schema: { body: CODE_BODY } },
    async ({ body }) => describeProposal(bank, bank.readProposal(body.code)),
  );
  server.post<{ Body: { code: string; limit?: string; paysToo?: boolean } }>(
    '/control/recurrences/authorize',
    { schema: { body: AUTHORIZATION_BODY } },
    async ({ body: { code, limit, paysToo } }) => {
      const options = { limit: limit === undefined ? undefined : readAmount(limit), paysToo };
      const { recurrence, payment } = bank.authorizeRecurrence(code, options);
      const { id, status } = recurrence;
      return { id, status, endToEndId: payment?.endToEndId };
    },
  );
  server.post<{ Body: { code: string } }>(
    '/control/recurrences/refuse',
    { schema: { body: CODE_BODY } },
    async ({ body }) => {
      const { id, status } = bank.refuseRecurrence(body.code);
      return { id, status };
    },
  );
}

function addRecurrenceChanges(server: FastifyInstance, bank: ControlledBank): void {
  server.put<OneRecurrence & { Body: { limit?: string } }>(
    '/control/recurrences/:id/limit',
    { schema: { body: LIMIT_BODY } },
    async ({ params, body: { limit } }) => {
      const amount = limit === undefined ? undefined : readAmount(limit);
      return { status: bank.setLimit(params.id, amount).status };
    },
  );
  server.post<OneRecurrence & { Body: { code?: string; by?: Canceler } }>(
    '/control/recurrences/:id/cancel',
    { schema: { body: CANCELATION_BODY } },
    async ({ params, body }) => ({ status: bank.cancelRecurrence(params.id, body).status }),
  );
  server.post<OneCharge>('/control/recurring-charges/:txid/cancel', async ({ params }) => ({
    status: bank.cancelRecurringPayment(params.txid).status,
  }));
}

function addPayerBank(server: FastifyInstance, bank: ControlledBank): void {
  server.post<OneCharge & { Body: { code: string } }>(
    '/control/recurring-charges/:txid/refuse',
    { schema: { body: REFUSAL_BODY } },
    async ({ params, body }) => ({ status: bank.refuseAttempt(params.txid, body.code).status }),
  );
  server.put<{
    Params: { document: string };
    Body: { balance?: string; isClosed?: boolean; isBlocked?: boolean };
  }>(
    '/control/payers/:document',
    { schema: { params: PAYER_PATH, body: PAYER_BODY } },
    async ({ params, body: { balance: decimal, ...account } }, reply) => {
      const balance = decimal === undefined ? undefined : readAmount(decimal);
      bank.setPayer({ ...params, ...account, ...(balance === undefined ? {} : { balance }) });
      return reply.status(204).send();
    },
  );
  server.post<{ Body: { hours: number } }>(
    '/control/clock',
    { schema: { body: CLOCK_BODY } },
    async ({ body }) => {
      const { clock } = bank.settings;
      if (clock.advance === undefined) throw new PaymentImpossible('Este relógio não se adianta');
      clock.advance(body.hours * HOUR_MS);
      await bank.runDue();
      return { now: writeInstant(clock.now()) };
    },
  );
}
