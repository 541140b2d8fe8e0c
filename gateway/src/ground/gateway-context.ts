import type { Config } from './config/config.ts';
import type { DatabaseAndClock } from './database-and-clock.ts';
import type { SecretBox } from './encryption/encryption.ts';
import type { Passwords } from './encryption/passwords.ts';
import type { Logger } from './log.ts';
import type { Mailer } from './mail/mailer.ts';
import type { Metrics } from './metrics.ts';
import type { Telemetry } from './telemetry/open-telemetry.ts';
import type { Limits } from './work/limits.ts';
import type { Scheduler } from './work/scheduler.ts';
import type { WorkSharing } from './work/work-sharing.ts';

/** The parts that one process shares: configuration, database, clock, log, metrics, keys. */
export interface GatewayContext extends DatabaseAndClock {
  readonly config: Config;
  readonly scheduler: Scheduler;
  readonly logger: Logger;
  readonly metrics: Metrics;
  readonly secretBox: SecretBox;
  readonly mailer: Mailer;
  readonly passwords: Passwords;
  readonly sandboxMerchantId: string;
  readonly connectionString: string;
  readonly limits: Limits;
  /** How this process shares work with the others of its machine. */
  readonly sharing: WorkSharing;
  /** The metrics of all processes of this machine. */
  readonly renderMetrics: Metrics['render'];
  /** The same database by the role that owns the tables, if this process has it. */
  readonly ownerConnectionString?: string | undefined;
  /** Undefined while telemetry is off. */
  readonly telemetry?: Telemetry | undefined;
}
