import type { ApiContext, RoomRoutes } from '#src/ground/http/api-context.ts';
import { clientNetwork } from '#src/ground/http/client-network.ts';
import { memberRoutes, operatorRoutes, programRoutes } from '#src/ground/http/operation-doors.ts';
import type { RecentRequests } from '#src/ground/http/recent-requests.ts';
import { mailOperations } from '#src/ground/mail/mail-operations.ts';
import { alertOperations } from './alerts/alert-operations.ts';
import type { AlertReaders } from './alerts/operator-alert.ts';
import { bellOperations } from './notifications/bell/bell-operations.ts';
import { preferenceOperations } from './notifications/preference-operations.ts';
import { payerMailOperations } from './payer-mails/payer-mail-operations.ts';
import { unsubscribeRoutes } from './payer-mails/unsubscribe/unsubscribe-routes.ts';
import { incidentOperations } from './status/incident-operations.ts';
import { statusRoutes } from './status/page/status-routes.ts';
import { createStatusReader } from './status/read-status.ts';

/** The functions that other rooms hand to messages. */
export interface MessagesParts {
  readonly alertReaders: AlertReaders;
  /** Counts the requests of this process to the merchants' API. */
  readonly readRequests: RecentRequests['read'];
  /** The key of the links by which payers unsubscribe. */
  readonly readPayerKey: () => Promise<Buffer>;
}

/** The routes of notifications, alerts, incidents, the status, and mails that operators pass on. */
export function messagesApi(
  { config, panel, rateLimits, reads, logger }: ApiContext,
  { alertReaders: readers, readRequests, readPayerKey: readKey }: MessagesParts,
): RoomRoutes {
  const isSmtpConfigured = config.smtp !== undefined;
  const hasBank = config.bank !== undefined;
  const status = createStatusReader({ ...reads, logger, readers, readRequests, hasBank });
  const payers = { readKey, baseUrl: config.baseUrl, hasMailServer: isSmtpConfigured };
  const readOpen = async () => (await status.read()).incidents?.open ?? [];
  const incidents = { ...panel, readOpen, onChange: status.forget };
  return {
    api: [programRoutes(payerMailOperations, { ...reads, ...payers }, config)],
    panel: [
      memberRoutes(bellOperations, panel),
      memberRoutes(payerMailOperations, { ...panel, ...payers }),
      memberRoutes(preferenceOperations, panel),
      memberRoutes(incidentOperations, incidents),
    ],
    operators: [
      operatorRoutes(mailOperations, { ...panel, isSmtpConfigured }),
      operatorRoutes(alertOperations, { ...panel, readers }),
      operatorRoutes(incidentOperations, incidents),
    ],
    open: [
      unsubscribeRoutes({
        ...reads,
        readKey,
        productName: config.brand.name,
        countVisit: (address, limit) =>
          rateLimits.countRequest(`unsubscribe ${clientNetwork(address)}`, limit),
      }),
      statusRoutes({
        brand: config.brand,
        hasBank,
        readStatus: status.read,
        countVisit: (address, limit) =>
          rateLimits.countRequest(`status ${clientNetwork(address)}`, limit),
      }),
    ],
  };
}
