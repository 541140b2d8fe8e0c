import type { FastifyPluginAsyncTypebox } from '@fastify/type-provider-typebox';
import { PUBLIC_PROBLEM_CODES, problemResponses } from '#src/ground/errors/problem-schemas.ts';
import { Refusal } from '#src/ground/errors/problems.ts';
import { DONE, Done } from '#src/ground/schemas/panel-schemas.ts';
import { CodeBody, OpenedView } from './closing-mail-schemas.ts';
import { confirmRecipient, openRecipient, stopRecipient } from './confirm-recipient.ts';
import type { ClosingDeps } from './name-recipients.ts';

const PATH = '/api/account/closing-mails';

export interface ClosingRecipientDeps extends ClosingDeps {
  /** Counts a request of an address. Returns the seconds to wait if there were too many. */
  readonly countVisit: (address: string) => Promise<number | undefined>;
}

/** An address confirms and ends its mails by the link of a mail, without a log-in. */
export function closingRecipientRoutes(deps: ClosingRecipientDeps): FastifyPluginAsyncTypebox {
  const responses = problemResponses([...PUBLIC_PROBLEM_CODES, 'link_invalid']);
  const limit = async (address: string): Promise<void> => {
    const retryAfterSeconds = await deps.countVisit(address);
    if (retryAfterSeconds !== undefined) throw new Refusal('rate_limited', { retryAfterSeconds });
  };
  return async (app) => {
    const schemaOf = (operationId: string) => ({
      operationId,
      body: CodeBody,
      response: { 200: Done, ...responses },
    });
    app.post(
      PATH,
      {
        schema: {
          operationId: 'openClosingMails',
          body: CodeBody,
          response: { 200: OpenedView, ...responses },
        },
      },
      async (request) => {
        await limit(request.ip);
        const opened = await openRecipient(deps, request.body.token);
        return {
          merchant_name: opened.merchantName,
          email: opened.email,
          periods: [...opened.periods],
          is_confirmed: opened.confirmedAt !== null,
        };
      },
    );
    app.post(`${PATH}/confirm`, { schema: schemaOf('confirmClosingMails') }, async (request) => {
      await limit(request.ip);
      await confirmRecipient(deps, request.body.token, request.ip);
      return DONE;
    });
    app.post(`${PATH}/stop`, { schema: schemaOf('stopClosingMails') }, async (request) => {
      await limit(request.ip);
      await stopRecipient(deps, request.body.token, request.ip);
      return DONE;
    });
  };
}
