import { endpointOperations } from './endpoints/endpoint-operations.ts';
import { eventOperations } from './feed/event-operations.ts';
import { eventStreamOperations } from './feed/event-stream-operations.ts';
import { deliveryOperations } from './reports/delivery-operations.ts';

/** The operations of webhooks, for the access rules of the panel and the methods of the SDKs. */
export const webhooksOperations = [
  ...eventOperations,
  ...endpointOperations,
  ...eventStreamOperations,
  ...deliveryOperations,
];
