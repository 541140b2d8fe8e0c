import { Type } from 'typebox';
import { isoTime } from '#src/ground/clock.ts';
import type { AlertSilence } from './silence-alert.ts';

/** Who silenced an alert, and until when; null while it is not silenced. */
export const SilenceView = Type.Union([
  Type.Object({ by: Type.String(), until: Type.String({ format: 'date-time' }) }),
  Type.Null(),
]);

export function silenceView(silence: AlertSilence | undefined) {
  return silence === undefined ? null : { by: silence.by, until: isoTime(silence.until) };
}
