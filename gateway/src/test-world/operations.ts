/** The operations of the test world, for the methods of the SDKs. */
export { clockOperations as testWorldOperations } from './clocks/clock-operations.ts';
