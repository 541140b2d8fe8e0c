import { mailOperations } from '#src/ground/mail/mail-operations.ts';
import { alertOperations } from './alerts/alert-operations.ts';
import { bellOperations } from './notifications/bell/bell-operations.ts';
import { preferenceOperations } from './notifications/preference-operations.ts';

/** The operations of messages, for the access rules of the panel and the methods of the SDKs. */
export const messagesOperations = [
  ...bellOperations,
  ...preferenceOperations,
  ...alertOperations,
  ...mailOperations,
];
