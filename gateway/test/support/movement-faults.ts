import type { Environment } from '#src/ground/access/ledger-scope.ts';
import {
  findMovementRange,
  readMovements,
} from '#src/reports/statements/movements/read-movements.ts';
import type { TestGateway } from './gateway.ts';

const ALWAYS = { from: 0, until: Number.MAX_SAFE_INTEGER };
// The oldest entries of the sandbox are deleted, so that its movements don't begin at zero.
const SCOPES = `select a.merchant_id as "merchantId", a.environment from ledger_accounts a
  join merchants m on m.merchant_id = a.merchant_id and not m.is_sandbox where account = 'bank'`;

/**
 * The faults of the statements for accountants: the movements of each scope must sum to what
 * the ledger says that its merchant has, each from gross, splits and fee.
 */
export async function movementFaults({
  sql,
  appContext,
}: TestGateway): Promise<{ fault: string }[]> {
  const { database } = appContext;
  const scopes = await sql(SCOPES);
  const found = scopes.map(async ({ merchantId, environment }) => {
    const scope = { merchantId: String(merchantId), environment: environment as Environment };
    const range = await findMovementRange(database, scope, ALWAYS);
    let total = 0n;
    for await (const page of readMovements(database, scope, range)) {
      for (const { gross, splits, fee, net } of page) {
        total += gross + splits + fee;
        if (gross + splits + fee !== net) return `${merchantId}: a line with ${net}`;
      }
    }
    return total === range.closing ? '' : `${merchantId}: ${total} instead of ${range.closing}`;
  });
  return (await Promise.all(found)).flatMap((fault) => (fault === '' ? [] : [{ fault }]));
}
