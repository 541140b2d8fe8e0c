import { Readable } from 'node:stream';
import { Type } from 'typebox';
import { callRefusal } from '#src/accounts/merchants/merchant.ts';
import type { LedgerScope } from '#src/ground/access/ledger-scope.ts';
import { memberRules } from '#src/ground/access/member-access.ts';
import { brazilianDayOf } from '#src/ground/brazilian-days.ts';
import { CSV_BEGINNING, csvLine, csvMoney, csvTime } from '#src/ground/csv.ts';
import type { Queryable } from '#src/ground/database/database.ts';
import { type Page, readPage } from '#src/ground/database/read-page.ts';
import type { DatabaseAndClock } from '#src/ground/database-and-clock.ts';
import { HOUR_SECONDS } from '#src/ground/durations.ts';
import { Refusal } from '#src/ground/errors/problems.ts';
import { fileNameOf } from '#src/ground/file-name.ts';
import type { Language } from '#src/ground/http/language.ts';
import { operationsOf } from '#src/ground/http/operation.ts';
import { CSV_TYPE, sendAttachment } from '#src/ground/http/send-attachment.ts';
import { ID_MAX } from '#src/ground/ids.ts';
import { centavos } from '#src/ground/money/centavos.ts';
import { CursorQuery } from '#src/ground/schemas/panel-schemas.ts';
import { type CountedLimit, refuseExceeded } from '#src/ground/work/refuse-exceeded.ts';
import { findRecipient, sendTransfer } from './send-transfer.ts';
import { type Transfer, transferView } from './transfer.ts';
import { Recipient, TransferAnswer, TransferBody, TransferList } from './transfer-panel-schemas.ts';
import { selectTransfers } from './transfer-store.ts';

const { operation, listOf } = operationsOf<TransferOperationDeps>();

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

export interface TransferOperationDeps extends DatabaseAndClock {
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

/** The operations on transfers to other merchants. */
export const transferOperations = [
  operation({
    at: 'GET /recipients/:username',
    // Visitors of the sandbox must not learn which usernames exist.
    member: { id: 'getRecipient', access: memberRules.charge, isClosedToSandbox: true },
    answer: [200, Recipient],
    refuses: ['recipient_not_found', 'self_transfer', 'account_suspended', 'account_not_approved'],
    run: async ({ deps: { database, countLookUp }, owner: { merchant }, params }) => {
      const refusal = callRefusal(merchant.status);
      if (refusal) throw new Refusal(refusal);
      refuseExceeded(await countLookUp(merchant.merchantId, LOOK_UPS));
      const { username, name } = await findRecipient(database, merchant, params.username);
      return { username, name };
    },
  }),
  operation({
    at: 'POST /transfers',
    member: { id: 'sendTransfer', access: memberRules.money },
    // A repeat has another code, so the code is not part of the digest.
    keyed: { fields: [], content: ({ body: { code: _, ...order } }) => order },
    body: TransferBody,
    answer: [201, TransferAnswer],
    refuses: [
      'payload_too_large',
      'unsupported_media_type',
      'transfers_stopped',
      'insufficient_balance',
      'balance_limit_reached',
      'recipient_not_found',
      'self_transfer',
    ],
    run: ({ deps, owner, by, idempotency, body }) => {
      if (!idempotency) throw new Error('the header was checked');
      return sendTransfer(deps, {
        sender: owner.merchant,
        environment: owner.scope.environment,
        idempotency,
        username: body.username.trim().toLowerCase(),
        amount: centavos(body.amount),
        description: body.description?.trim() || null,
        by,
      });
    },
  }),
  listOf({
    at: 'GET /transfers',
    member: { id: 'listTransfers', access: memberRules.read },
    query: CursorQuery,
    page: TransferList,
    select: ({ deps, owner }, place) => listTransfers(deps.database, owner.scope, place),
    view: (transfer, { owner }) => transferView(transfer, owner.merchant.merchantId),
  }),
  operation({
    at: 'GET /transfers.csv',
    member: { id: 'exportTransfers', access: memberRules.read },
    isDownload: true,
    answer: [200, { content: { 'text/csv': { schema: Type.Unsafe({ type: 'string' }) } } }],
    run: async ({ deps, owner: { merchant, scope }, language, reply }) => {
      const day = brazilianDayOf(deps.clock.now());
      const kind = language === 'en' ? 'transfers' : 'transferencias';
      const { environment } = scope;
      const file = { environment, days: { from: day, to: day }, ending: 'csv', language };
      const name = fileNameOf(merchant, kind, file);
      return sendAttachment(
        reply,
        { name, type: CSV_TYPE },
        Readable.from(exportTransfers(deps.exportDatabase, scope, language)),
      );
    },
  }),
];

/** One page of the transfers that a merchant sent and received, newest first. */
function listTransfers(
  database: Queryable,
  scope: LedgerScope,
  { beforeId, limit }: { readonly beforeId: string; readonly limit: number },
): Promise<Page<Transfer>> {
  return readPage(
    limit,
    (rowsMax) => selectTransfers(database, { ...scope, beforeId, limit: rowsMax }),
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
    const page = { ...scope, beforeId: next, limit: PAGE_ROWS };
    const transfers: Transfer[] = await selectTransfers(database, page);
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
