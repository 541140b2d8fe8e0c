import { customerOperations } from './customer-operations.ts';
import { customerPageOperations } from './customer-page-operations.ts';

/** The operations of customers, for the access rules of the panel and the methods of the SDKs. */
export const customersOperations = [...customerOperations, ...customerPageOperations];
