import type { ApiContext, RoomRoutes } from '#src/ground/http/api-context.ts';
import { memberRoutes, operatorRoutes } from '#src/ground/http/operation-doors.ts';
import { mailOperations } from '#src/ground/mail/mail-operations.ts';
import { alertOperations } from './alerts/alert-operations.ts';
import type { AlertReaders } from './alerts/operator-alert.ts';
import { bellOperations } from './notifications/bell/bell-operations.ts';
import { preferenceOperations } from './notifications/preference-operations.ts';

/** The functions that other rooms hand to messages. */
export interface MessagesParts {
  readonly alertReaders: AlertReaders;
}

/** The routes of notifications, alerts, and mails that operators pass on. */
export function messagesApi(
  { config, panel }: ApiContext,
  { alertReaders: readers }: MessagesParts,
): RoomRoutes {
  const isSmtpConfigured = config.smtp !== undefined;
  return {
    panel: [memberRoutes(bellOperations, panel), memberRoutes(preferenceOperations, panel)],
    operators: [
      operatorRoutes(mailOperations, { ...panel, isSmtpConfigured }),
      operatorRoutes(alertOperations, { ...panel, readers }),
    ],
  };
}
