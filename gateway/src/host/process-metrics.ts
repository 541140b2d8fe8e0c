import type { HttpProcesses } from '#src/ground/processes/http-processes.ts';
import type { AppContext } from './context.ts';

/** Registers the metrics of the processes that serve HTTP; without them this process may serve. */
export function watchProcesses(
  { config, metrics }: Pick<AppContext, 'config' | 'metrics'>,
  httpProcesses: HttpProcesses | undefined,
): void {
  const servingHere = config.roles.has('api') ? 1 : 0;
  metrics.gauge(
    'pix_gateway_http_processes',
    'Processes that serve HTTP now',
    () => httpProcesses?.servingCount() ?? servingHere,
  );
  metrics.counts({
    name: 'pix_gateway_http_process_crashes_total',
    help: 'HTTP processes that ended by themselves and were started again, by exit code or signal',
    label: 'reason',
    read: () => httpProcesses?.crashes() ?? new Map(),
  });
}
