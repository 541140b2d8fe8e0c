import type { LedgerScope } from '#src/access/ledger-scope.ts';
import { brazilianTime } from '#src/platform/brazilian-days.ts';
import { CSV_BEGINNING, csvLine, csvMoney } from '#src/platform/csv.ts';
import type { Queryable } from '#src/platform/database/database.ts';
import { ID_MAX } from '#src/platform/ids.ts';
import type { Transfer } from './transfer.ts';
import { selectTransfers } from './transfer-store.ts';

const PAGE_ROWS = 1_000;
const HEADER = ['Data', 'Sentido', 'Valor', 'Lojista', 'Usuário', 'Descrição', 'Transferência'];

/** The transfers of a merchant as a CSV file, newest first. Amounts of sent ones are negative. */
export async function* exportTransfers(
  database: Queryable,
  scope: LedgerScope,
): AsyncGenerator<string> {
  yield CSV_BEGINNING + csvLine(HEADER);
  let next: string | undefined = ID_MAX;
  while (next !== undefined) {
    const page = { beforeId: next, limit: PAGE_ROWS };
    const transfers: Transfer[] = await selectTransfers(database, scope, page);
    if (transfers.length > 0) yield transfers.map((one) => lineOf(one, scope)).join('');
    next = transfers.length === PAGE_ROWS ? transfers.at(-1)?.id : undefined;
  }
}

function lineOf(transfer: Transfer, { merchantId }: LedgerScope): string {
  const isSent = transfer.sender.merchantId === merchantId;
  const { name, username } = isSent ? transfer.recipient : transfer.sender;
  return csvLine([
    brazilianTime(transfer.createdAt),
    isSent ? 'Enviada' : 'Recebida',
    csvMoney(isSent ? -transfer.amount : transfer.amount),
    name,
    username,
    transfer.description,
    transfer.id,
  ]);
}
