import type { Logger } from '#src/ground/log.ts';
import {
  ALERT_CAUSES,
  ALERT_RULES,
  type AlertReaders,
  type AlertReading,
} from './operator-alert.ts';

/** Measures all causes. A cause whose measurement fails is logged and omitted. */
export async function readAlerts(readers: AlertReaders, logger: Logger): Promise<AlertReading[]> {
  const readings = await Promise.all(
    ALERT_CAUSES.map(async (cause): Promise<AlertReading[]> => {
      const read = readers[cause];
      if (!read) return [];
      try {
        const value = await read();
        return [{ cause, value, isRaised: value > ALERT_RULES[cause].above }];
      } catch (error) {
        logger.warn({ err: error, cause }, 'an alert could not be measured');
        return [];
      }
    }),
  );
  return readings.flat();
}
