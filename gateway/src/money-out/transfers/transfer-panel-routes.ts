import { Readable } from 'node:stream';
import type { FastifyPluginAsyncTypebox } from '@fastify/type-provider-typebox';
import { Type } from 'typebox';
import { callRefusal } from '#src/accounts/merchants/merchant.ts';
import type { LedgerScope } from '#src/ground/access/ledger-scope.ts';
import { actorOf, memberOf, memberScope } from '#src/ground/access/member-of-request.ts';
import { brazilianDayOf } from '#src/ground/brazilian-days.ts';
import { CSV_BEGINNING, csvLine, csvMoney, csvTime } from '#src/ground/csv.ts';
import type { Queryable } from '#src/ground/database/database.ts';
import { type Page, readPage } from '#src/ground/database/read-page.ts';
import { HOUR_SECONDS } from '#src/ground/durations.ts';
import {
  IDEMPOTENCY_CODES,
  panelChangeResponses,
  panelReadResponses,
} from '#src/ground/errors/problem-schemas.ts';
import { Refusal } from '#src/ground/errors/problems.ts';
import { fileNameOf } from '#src/ground/file-name.ts';
import { type Language, languageOf } from '#src/ground/http/language.ts';
import { cursorOf, idOfCursor } from '#src/ground/http/page-cursor.ts';
import { checkIdempotencyHeader, idempotencyOf } from '#src/ground/idempotency/key-of-request.ts';
import { sendCreated } from '#src/ground/idempotency/send-created.ts';
import { ID_MAX } from '#src/ground/ids.ts';
import { centavos } from '#src/ground/money/centavos.ts';
import { CursorQuery, EnvironmentParams, KeyHeaders } from '#src/ground/schemas/panel-schemas.ts';
import { type CountedLimit, refuseExceeded } from '#src/ground/work/refuse-exceeded.ts';
import { findRecipient, sendTransfer, type TransferDeps } from './send-transfer.ts';
import { type Transfer, transferView } from './transfer.ts';
import { Recipient, TransferAnswer, TransferBody, TransferList } from './transfer-panel-schemas.ts';
import { selectTransfers } from './transfer-store.ts';

const PAGE_ROWS = 1_000;
const TEXTS = {
  'pt-BR': {
    header: ['Data', 'Sentido', 'Valor', 'Lojista', 'Usuário', 'Descrição', 'Transferência'],
    sent: 'Enviada',
    received: 'Recebida',
  },
  en: {
    header: ['Date', 'Direction', 'Amount', 'Merchant', 'Username', 'Description', 'Transfer'],
    sent: 'Sent',
    received: 'Received',
  },
} as const;
const OPERATION = { name: 'POST /api/panel/transfers', fields: [] };
const LIMIT_DEFAULT = 20;
/** A text in the document of the API; the handler returns a stream. */
const CsvFile = Type.Unsafe<Readable>({ type: 'string' });

export interface TransferPanelDeps extends TransferDeps {
  /** A small part of the connections, for exports. */
  readonly exportDatabase: Queryable;
  /** Counts a merchant's look-up of a recipient. */
  readonly countLookUp: (merchantId: string, limit: LookUpLimit) => Promise<CountedLimit>;
}

/** At most `max` look-ups within `seconds`. */
export interface LookUpLimit {
  readonly max: number;
  readonly seconds: number;
}

/** A look-up shows the name of any merchant: without a limit all names could be collected. */
const LOOK_UPS: LookUpLimit = { max: 30, seconds: HOUR_SECONDS };

/** Transfers to other merchants: the recipient's name, the transfer, a list and an export. */
export function transferPanelRoutes(deps: TransferPanelDeps): FastifyPluginAsyncTypebox {
  return async (app) => {
    for (const routes of [recipientRoute, sendRoute, listRoute, exportRoute]) {
      const route = routes(deps);
      await app.register(route);
    }
  };
}

function recipientRoute({ database, countLookUp }: TransferPanelDeps): FastifyPluginAsyncTypebox {
  return async (app) => {
    app.get(
      '/api/panel/:environment/recipients/:username',
      {
        // Visitors of the sandbox must not learn which usernames exist.
        config: { isClosedToSandbox: true },
        schema: {
          operationId: 'getRecipient',
          params: Type.Object({ ...EnvironmentParams.properties, username: Type.String() }),
          response: {
            200: Recipient,
            ...panelReadResponses([
              'recipient_not_found',
              'self_transfer',
              'sandbox_forbidden',
              'account_suspended',
              'account_not_approved',
              'rate_limited',
            ] as const),
          },
        },
      },
      async (request) => {
        const { merchant } = memberOf(request);
        const refusal = callRefusal(merchant.status);
        if (refusal) throw new Refusal(refusal);
        refuseExceeded(await countLookUp(merchant.merchantId, LOOK_UPS));
        const { username, name } = await findRecipient(database, merchant, request.params.username);
        return { username, name };
      },
    );
  };
}

function sendRoute(deps: TransferPanelDeps): FastifyPluginAsyncTypebox {
  return async (app) => {
    app.post(
      '/api/panel/:environment/transfers',
      {
        // A form that is sent twice must move the money once, so the key is required.
        onRequest: checkIdempotencyHeader(true),
        schema: {
          operationId: 'sendTransfer',
          params: EnvironmentParams,
          headers: KeyHeaders,
          body: TransferBody,
          response: { 201: TransferAnswer, ...sendResponses },
        },
      },
      async (request, reply) => {
        // A repeat has another code, so the code is not part of the digest.
        const { code: _, ...order } = request.body;
        const idempotency = idempotencyOf(request, OPERATION, order);
        if (!idempotency) throw new Error('the header was checked');
        const sent = await sendTransfer(deps, {
          sender: memberOf(request).merchant,
          environment: request.params.environment,
          idempotency,
          username: order.username.trim().toLowerCase(),
          amount: centavos(order.amount),
          description: order.description?.trim() || null,
          by: actorOf(request),
        });
        return sendCreated(reply, sent);
      },
    );
  };
}

function listRoute({ database }: TransferPanelDeps): FastifyPluginAsyncTypebox {
  return async (app) => {
    app.get(
      '/api/panel/:environment/transfers',
      {
        schema: {
          operationId: 'listTransfers',
          params: EnvironmentParams,
          querystring: CursorQuery,
          response: { 200: TransferList, ...panelReadResponses(['invalid_request']) },
        },
      },
      async (request) => {
        const { cursor, limit = LIMIT_DEFAULT } = request.query;
        const beforeId = idOfCursor(cursor) ?? ID_MAX;
        const scope = memberScope(request);
        const { rows, next } = await listTransfers(database, scope, { beforeId, limit });
        const data = rows.map((transfer) => transferView(transfer, scope.merchantId));
        return { data, next_cursor: cursorOf(next) };
      },
    );
  };
}

function exportRoute({ exportDatabase, clock }: TransferPanelDeps): FastifyPluginAsyncTypebox {
  return async (app) => {
    app.get(
      '/api/panel/:environment/transfers.csv',
      {
        // A HEAD request would read the whole export.
        exposeHeadRoute: false,
        schema: {
          operationId: 'exportTransfers',
          params: EnvironmentParams,
          response: {
            200: { content: { 'text/csv': { schema: CsvFile } } },
            ...panelReadResponses(),
          },
        },
      },
      async (request, reply) => {
        const day = brazilianDayOf(clock.now());
        const language = languageOf(request);
        const kind = language === 'en' ? 'transfers' : 'transferencias';
        const { environment } = request.params;
        const file = { environment, days: { from: day, to: day }, ending: 'csv', language };
        const name = fileNameOf(memberOf(request).merchant, kind, file);
        reply.header('content-disposition', `attachment; filename="${name}"`);
        reply.type('text/csv; charset=utf-8');
        const scope = memberScope(request);
        const lines = exportTransfers(exportDatabase, scope, language);
        return reply.send(Readable.from(lines));
      },
    );
  };
}

const sendResponses = panelChangeResponses([
  ...IDEMPOTENCY_CODES,
  'payload_too_large',
  'unsupported_media_type',
  'transfers_stopped',
  'insufficient_balance',
  'balance_limit_reached',
  'recipient_not_found',
  'self_transfer',
  'second_factor_invalid',
  'rate_limited',
]);

/** One page of the transfers that a merchant sent and received, newest first. */
function listTransfers(
  database: Queryable,
  scope: LedgerScope,
  { beforeId, limit }: { readonly beforeId: string; readonly limit: number },
): Promise<Page<Transfer>> {
  return readPage(
    limit,
    (rowsMax) => selectTransfers(database, scope, { beforeId, limit: rowsMax }),
    ({ id }) => id,
  );
}

/** The transfers of a merchant as CSV, newest first. Amounts of sent transfers are negative. */
async function* exportTransfers(
  database: Queryable,
  scope: LedgerScope,
  language: Language,
): AsyncGenerator<string> {
  yield CSV_BEGINNING + csvLine(TEXTS[language].header, language);
  let next: string | undefined = ID_MAX;
  while (next !== undefined) {
    const page = { beforeId: next, limit: PAGE_ROWS };
    const transfers: Transfer[] = await selectTransfers(database, scope, page);
    if (transfers.length > 0)
      yield transfers.map((transfer) => lineOf(transfer, scope, language)).join('');
    next = transfers.length === PAGE_ROWS ? transfers.at(-1)?.id : undefined;
  }
}

function lineOf(transfer: Transfer, { merchantId }: LedgerScope, language: Language): string {
  const { sent, received } = TEXTS[language];
  const isSent = transfer.sender.merchantId === merchantId;
  const { name, username } = isSent ? transfer.recipient : transfer.sender;
  const cells = [
    csvTime(transfer.createdAt, language),
    isSent ? sent : received,
    csvMoney(isSent ? -transfer.amount : transfer.amount, language),
    name,
    username,
    transfer.description,
    transfer.id,
  ];
  return csvLine(cells, language);
}
