import type { FastifyPluginAsync } from 'fastify';
import type { Database } from '../database/database.ts';
import { shareOfDatabase } from '../database/database-share.ts';
import type { GatewayContext } from '../gateway-context.ts';
import { batcherOf, type MakeBatcher } from '../work/request-batches.ts';
import { createExportLimit, type ExportLimit } from './export-limit.ts';
import type { RateLimits } from './rate-limit.ts';

/** Connections of the pool for readers of events, for the panel and for exports. */
const API_READS_AT_ONCE = 4;
const PANEL_READS_AT_ONCE = 5;
const EXPORT_READS_AT_ONCE = 2;
/** The most exports of all merchants at once. */
const EXPORTS_MAX = 10_000;

/** The parts of a process that serves HTTP, for the rooms. */
export interface ApiContext extends GatewayContext {
  readonly rateLimits: RateLimits;
  readonly batcher: MakeBatcher;
  readonly limitExport: ExportLimit;
  /** A small part of the connections. */
  readonly exportDatabase: Database;
  /** The database for long reads of merchants' programs: a part of the connections. */
  readonly reads: Pick<GatewayContext, 'database' | 'clock'>;
  /** The same process for the panel, which has a part of the connections too. */
  readonly panel: GatewayContext & { readonly exportDatabase: Database };
}

/** The routes of a room, by who may call them. */
export interface RoomRoutes {
  /** Under `/v1`, for merchants' programs with a key. */
  readonly api?: readonly FastifyPluginAsync[];
  /** Under `/pix/v2`, the Central Bank's API, for merchants' programs with a token. */
  readonly standard?: readonly FastifyPluginAsync[];
  /** For merchants' members who are logged in to the panel. */
  readonly panel?: readonly FastifyPluginAsync[];
  /** For operators who are logged in to the panel. */
  readonly operators?: readonly FastifyPluginAsync[];
  /** For visitors of the panel who have no session: log-in, links in mails. */
  readonly visitors?: readonly FastifyPluginAsync[];
  /** For logged-in users, members and operators: their own account. */
  readonly ownAccount?: readonly FastifyPluginAsync[];
  /** For everybody. */
  readonly open?: readonly FastifyPluginAsync[];
}

/** Opens what the rooms of a process share to serve HTTP. */
export function openApiContext(context: GatewayContext, rateLimits: RateLimits): ApiContext {
  const { database, clock, limits } = context;
  const exportDatabase = shareOfDatabase(database, EXPORT_READS_AT_ONCE);
  const panelDatabase = shareOfDatabase(database, PANEL_READS_AT_ONCE);
  return {
    ...context,
    rateLimits,
    exportDatabase,
    batcher: batcherOf(context),
    limitExport: createExportLimit(rateLimits, limits.open('exports', EXPORTS_MAX)),
    reads: { clock, database: shareOfDatabase(database, API_READS_AT_ONCE) },
    panel: { ...context, database: panelDatabase, exportDatabase },
  };
}
