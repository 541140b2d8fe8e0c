import type { ApiContext, RoomRoutes } from '#src/ground/http/api-context.ts';
import { mailOperatorRoutes } from '#src/ground/mail/mail-operator-routes.ts';
import { bellPanelRoutes } from './notifications/bell/bell-panel-routes.ts';
import { preferencePanelRoutes } from './notifications/preference-panel-routes.ts';

/** The routes of notifications, and of the mails that operators pass on. */
export function messagesApi({ config, panel }: ApiContext): RoomRoutes {
  const isSmtpConfigured = config.smtp !== undefined;
  return {
    panel: [bellPanelRoutes(panel), preferencePanelRoutes(panel)],
    operators: [mailOperatorRoutes({ ...panel, isSmtpConfigured })],
  };
}
