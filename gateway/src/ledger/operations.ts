import { balanceOperations } from './balance-operations.ts';
import { booksOperations } from './books-operations.ts';

/** The operations of the ledger, for the access rules of the panel and the methods of the SDKs. */
export const ledgerOperations = [...balanceOperations, ...booksOperations];
