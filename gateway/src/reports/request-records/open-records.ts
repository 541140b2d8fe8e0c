import type { GatewayContext } from '#src/ground/gateway-context.ts';
import { createRequestLog } from './log/log-requests.ts';
import { createRequestRecorder } from './record-requests.ts';

/** The logs of the servers that share a set of metrics, in which each metric is unique. */
const logsByMetrics = new WeakMap<
  GatewayContext['metrics'],
  ReturnType<typeof createRequestLog>[]
>();

/** Opens the recorder and the log of requests of a server. */
export function openRequestRecords(context: GatewayContext) {
  const recorder = createRequestRecorder(context);
  const log = openLog(context);
  return {
    record: recorder.add,
    log,
    close: () => Promise.all([recorder.close(), log.close()]),
  };
}

/** Opens the log of requests and registers the metric of dropped requests. */
function openLog(context: GatewayContext) {
  const { metrics } = context;
  const log = createRequestLog(context);
  const others = logsByMetrics.get(metrics);
  if (others) {
    others.push(log);
    return log;
  }
  const logs = [log];
  logsByMetrics.set(metrics, logs);
  metrics.gauge(
    'pix_gateway_request_log_dropped',
    'Requests that the log of the panel has dropped since the start',
    () => logs.reduce((sum, requestLog) => sum + requestLog.dropped(), 0),
  );
  return log;
}
