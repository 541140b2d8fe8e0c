import type { ApiContext, RoomRoutes } from '#src/ground/http/api-context.ts';
import { clientNetwork } from '#src/ground/http/client-network.ts';
import type { RecentRequests } from '#src/ground/http/recent-requests.ts';
import { mailOperatorRoutes } from '#src/ground/mail/mail-operator-routes.ts';
import { alertOperatorRoutes } from './alerts/alert-operator-routes.ts';
import type { AlertReaders } from './alerts/operator-alert.ts';
import { bellPanelRoutes } from './notifications/bell/bell-panel-routes.ts';
import { preferencePanelRoutes } from './notifications/preference-panel-routes.ts';
import { payerMailPanelRoutes } from './payer-mails/payer-mail-panel-routes.ts';
import { payerMailRoutes } from './payer-mails/payer-mail-routes.ts';
import { unsubscribeRoutes } from './payer-mails/unsubscribe/unsubscribe-routes.ts';
import { incidentOperatorRoutes } from './status/incident-operator-routes.ts';
import { incidentPanelRoutes } from './status/incident-panel-routes.ts';
import { statusRoutes } from './status/page/status-routes.ts';
import { createStatusReader } from './status/read-status.ts';

/** What messages get of other rooms. */
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
  return {
    api: [payerMailRoutes({ ...reads, ...payers })],
    panel: [
      bellPanelRoutes(panel),
      payerMailPanelRoutes({ ...panel, ...payers }),
      preferencePanelRoutes(panel),
      incidentPanelRoutes({
        readOpen: async () => (await status.read()).incidents?.open ?? [],
      }),
    ],
    operators: [
      mailOperatorRoutes({ ...panel, isSmtpConfigured }),
      alertOperatorRoutes({ ...panel, readers }),
      incidentOperatorRoutes({ ...panel, onChange: status.forget }),
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
