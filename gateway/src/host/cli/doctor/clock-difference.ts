import { SECOND_MS } from '#src/ground/durations.ts';
import { type Found, failure, ok, warning } from './finding.ts';

/** At a larger difference second factors and webhooks are refused. */
const FAILURE_MS = 30 * SECOND_MS;
const WARNING_MS = 3 * SECOND_MS;
const ADVICE =
  'acerte o relógio desta máquina ou o do outro servidor com NTP (chrony ou systemd-timesyncd); ' +
  'com mais de 5 minutos os lojistas recusam todos os webhooks';

/** The instants of a request to another clock and of its answer; milliseconds since 1970. */
export interface ClockReading {
  readonly startedAt: number;
  readonly endedAt: number;
  readonly theirs: number;
  /** The resolution of the other clock's answer; 0 by default. */
  readonly exactToMs?: number;
}

/** Judges how far this machine's clock is from another one. */
export function clockFinding(whose: string, reading: ClockReading): Found {
  const { startedAt, endedAt, theirs, exactToMs = 0 } = reading;
  const ours = (startedAt + endedAt) / 2;
  const uncertain = (endedAt - startedAt) / 2 + exactToMs;
  const difference = Math.abs(ours - theirs);
  const seconds = (difference / SECOND_MS).toFixed(1).replace('.', ',');
  const message = `o relógio desta máquina está a ${seconds} s do relógio de: ${whose}`;
  const certain = Math.max(0, difference - uncertain);
  if (certain >= FAILURE_MS) return failure(message, ADVICE);
  return certain >= WARNING_MS ? warning(message, ADVICE) : ok(message);
}
