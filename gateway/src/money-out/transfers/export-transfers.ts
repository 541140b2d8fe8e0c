import type { LedgerScope } from '#src/ground/access/ledger-scope.ts';
import { CSV_BEGINNING, csvLine, csvMoney, csvTime } from '#src/ground/csv.ts';
import type { Queryable } from '#src/ground/database/database.ts';
import type { Language } from '#src/ground/http/language.ts';
import { ID_MAX } from '#src/ground/ids.ts';
import type { Transfer } from './transfer.ts';
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

/** The transfers of a merchant as a CSV file, newest first. Amounts of sent ones are negative. */
export async function* exportTransfers(
  database: Queryable,
  scope: LedgerScope,
  language: Language,
): AsyncGenerator<string> {
  yield CSV_BEGINNING + csvLine(TEXTS[language].header, language);
  let next: string | undefined = ID_MAX;
  while (next !== undefined) {
    const page = { beforeId: next, limit: PAGE_ROWS };
    const transfers: Transfer[] = await selectTransfers(database, scope, page);
    if (transfers.length > 0) yield transfers.map((one) => lineOf(one, scope, language)).join('');
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
