import { Type } from 'typebox';
import { operatorRules } from '#src/ground/access/operator-access.ts';
import { isoTime } from '#src/ground/clock.ts';
import { type Database, databaseFacts } from '#src/ground/database/database.ts';
import type { DatabaseAndClock } from '#src/ground/database-and-clock.ts';
import { operationsOf } from '#src/ground/http/operation.ts';
import { packageVersion } from '#src/ground/package-version.ts';
import { nullable, oneOf } from '#src/ground/schemas/text-schemas.ts';
import { listSetAside, WORK_KINDS } from '#src/ground/work/set-aside.ts';
import { countWorkers } from '#src/ground/work/worker-heartbeat.ts';
import {
  ALERT_CAUSES,
  ALERT_RULES,
  type AlertReading,
} from '#src/messages/alerts/operator-alert.ts';
import { readSilences } from '#src/messages/alerts/silence-alert.ts';
import { SilenceView, silenceView } from '#src/messages/alerts/silence-view.ts';
import { readDeliveryQueue } from '#src/webhooks/reports/read-delivery-queue.ts';
import { readDeliveryHealth } from '#src/webhooks/reports/read-endpoint-health.ts';

const Health = Type.Object({
  alerts: Type.Array(
    Type.Object({
      cause: oneOf(ALERT_CAUSES),
      value: Type.Number(),
      above: Type.Number({ description: 'O alerta vale enquanto o valor for maior.' }),
      is_raised: Type.Boolean(),
      silence: SilenceView,
    }),
    { description: 'As medidas que também são métricas e e-mails aos operadores.' },
  ),
  workers: Type.Integer({ description: 'Processos que trabalham agora.' }),
  delivery_queue: Type.Object(
    {
      waiting: Type.Integer(),
      running: Type.Integer(),
      oldest_due_seconds: Type.Union([Type.Integer(), Type.Null()]),
    },
    { description: 'Os webhooks que aguardam envio; as contagens vão até 10.000.' },
  ),
  deliveries_last_hour: Type.Object({
    delivered: Type.Integer(),
    waiting: Type.Integer(),
    retrying: Type.Integer(),
    failed: Type.Integer(),
  }),
  failing_endpoint_count: Type.Integer(),
  failing_endpoints: Type.Array(
    Type.Object({
      id: Type.String(),
      url: Type.String(),
      environment: oneOf(['test', 'live']),
      username: Type.String(),
      retrying: Type.Integer(),
      failed_last_day: Type.Integer(),
    }),
  ),
  set_aside: Type.Object(
    {
      total: Type.Integer(),
      items: Type.Array(
        Type.Object({
          kind: oneOf(WORK_KINDS),
          id: Type.String(),
          failures: Type.Integer(),
          last_error: Type.String(),
          next_try_at: nullable(Type.String({ format: 'date-time' })),
          dropped: Type.Union([
            Type.Object({ at: Type.String({ format: 'date-time' }), reason: Type.String() }),
            Type.Null(),
          ]),
        }),
      ),
    },
    { description: 'O que falhou e será tentado de novo, depois o descartado; até 20 itens.' },
  ),
  database: Type.Object({
    size_bytes: Type.Integer(),
    version: Type.String(),
    connections: Type.Integer(),
    host: Type.Union([Type.String(), Type.Null()], {
      description: 'O servidor em uso; nulo com um só servidor em DATABASE_URL.',
    }),
    moves: Type.Integer({ description: 'Quantas vezes este processo mudou de servidor.' }),
  }),
  version: Type.String(),
});

const SET_ASIDE_MAX = 20;

interface HealthDeps extends DatabaseAndClock {
  readonly readAlerts: () => Promise<readonly AlertReading[]>;
}

const { operation } = operationsOf<HealthDeps>();

/** The alerts, and the health of the queue, the webhooks, the work set aside and the database. */
export const healthOperations = [
  operation({
    at: 'GET /health',
    operator: { id: 'getHealth', access: operatorRules.read },
    answer: [200, Health],
    run: async ({ deps }) => {
      const [alerts, silences, workers, queue, deliveries, facts, setAside] = await Promise.all([
        deps.readAlerts(),
        readSilences(deps.database, deps.clock.now()),
        countWorkers(deps.database),
        readDeliveryQueue(deps.database, deps.clock.now()),
        readDeliveryHealth(deps.database, deps.clock.now()),
        databaseFacts(deps.database),
        listSetAside(deps.database, deps.clock.now(), SET_ASIDE_MAX),
      ]);
      const { failingEndpoints, ...lastHour } = deliveries;
      return {
        alerts: alerts.map(({ cause, value, isRaised }) => ({
          cause,
          value,
          above: ALERT_RULES[cause].above,
          is_raised: isRaised,
          silence: silenceView(silences.get(cause)),
        })),
        workers,
        delivery_queue: {
          waiting: queue.waiting,
          running: queue.running,
          oldest_due_seconds: queue.oldestDueSeconds,
        },
        deliveries_last_hour: lastHour,
        failing_endpoint_count: failingEndpoints.total,
        failing_endpoints: failingEndpoints.worst.map(({ failedLastDay, ...endpoint }) => ({
          ...endpoint,
          failed_last_day: failedLastDay,
        })),
        set_aside: setAsideView(setAside),
        database: {
          size_bytes: facts.sizeBytes,
          version: facts.version,
          connections: facts.connections,
          ...hostView(deps.database),
        },
        version: packageVersion,
      };
    },
  }),
];

function hostView({ pool }: Database): { host: string | null; moves: number } {
  const { host, hosts, moves } = pool.hosts.facts();
  return { host: hosts.length > 1 ? (host ?? null) : null, moves };
}

function setAsideView({ total, items }: Awaited<ReturnType<typeof listSetAside>>) {
  return {
    total,
    items: items.map(({ kind, id, failures, lastError, nextTryAt, dropped }) => ({
      kind,
      id,
      failures,
      last_error: lastError,
      next_try_at: nextTryAt === null ? null : isoTime(nextTryAt),
      dropped: dropped && { at: isoTime(dropped.at), reason: dropped.reason },
    })),
  };
}
