import { execFile } from 'node:child_process';
import type { Environment } from '#src/ground/config/config-reader.ts';
import type { Logger } from '#src/ground/log.ts';

/**
 * Tells systemd that the gateway serves, if systemd waits for it (`Type=notify` sets
 * NOTIFY_SOCKET). Node can't write to such a socket, so systemd's own program does.
 */
export function tellSystemd({ NOTIFY_SOCKET }: Environment, logger: Logger): void {
  if (!NOTIFY_SOCKET) return;
  execFile('systemd-notify', ['--ready'], (error) => {
    if (error)
      logger.warn({ reason: error.message }, 'systemd was not told that the start is over');
  });
}
