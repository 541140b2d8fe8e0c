import type { ApiContext, RoomRoutes } from '#src/ground/http/api-context.ts';
import { memberRoutes, programRoutes } from '#src/ground/http/operation-doors.ts';
import { exportsOf, type ReportsParts } from '../api.ts';
import { customerOperations } from './customer-operations.ts';
import { customerPageOperations } from './customer-page-operations.ts';

/** The routes of customers. Throws if the host opened no index of them. */
export function customersApi(
  api: ApiContext,
  { receipts, transactions: { customers } }: Pick<ReportsParts, 'receipts' | 'transactions'>,
): RoomRoutes {
  if (!customers) throw new Error('the index of customers is not open');
  const { config, exportDatabase, panel, reads } = api;
  const deps = { customers, limitExport: exportsOf(api) };
  return {
    api: [programRoutes(customerOperations, { ...reads, exportDatabase, ...deps }, config)],
    panel: [
      memberRoutes(customerOperations, { ...panel, ...deps }),
      memberRoutes(customerPageOperations, { ...panel, customers, readKey: receipts.readKey }),
    ],
  };
}
