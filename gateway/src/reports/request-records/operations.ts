import { requestLogOperations } from './log/request-log-operations.ts';
import { requestStreamOperations } from './request-stream-operations.ts';

/** The operations on requests, for the access rules of the panel and the methods of the SDKs. */
export const requestRecordsOperations = [...requestStreamOperations, ...requestLogOperations];
