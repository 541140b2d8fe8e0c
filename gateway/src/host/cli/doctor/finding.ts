import { setTimeout as pause } from 'node:timers/promises';
import type { Clock } from '#src/ground/clock.ts';
import type { Config } from '#src/ground/config/config.ts';
import { SECOND_MS } from '#src/ground/durations.ts';

export type FindingStatus = 'ok' | 'warning' | 'failure' | 'skipped';

/** One result of a check. The texts are Portuguese. */
export interface Finding {
  readonly check: string;
  readonly status: FindingStatus;
  readonly message: string;
  /** The advice for the operator. */
  readonly advice?: string;
}

/** A finding without the name of its check, which `runCheck` adds. */
export type Found = Omit<Finding, 'check'>;

export interface DoctorDeps {
  readonly config: Config;
  readonly clock: Clock;
  /** A time server to compare with, if the operator names one. */
  readonly ntpServer: string | undefined;
}

/** A check of the doctor. It only reads. */
export interface Check {
  readonly name: string;
  readonly limitMs: number;
  readonly run: (deps: DoctorDeps) => Promise<readonly Found[]>;
}

export function ok(message: string): Found {
  return { status: 'ok', message };
}

export function skipped(message: string): Found {
  return { status: 'skipped', message };
}

export function warning(message: string, advice: string): Found {
  return { status: 'warning', message, advice };
}

export function failure(message: string, advice: string): Found {
  return { status: 'failure', message, advice };
}

/** Runs a check within its time limit. Never rejects: an error becomes a finding. */
export async function runCheck(check: Check, deps: DoctorDeps): Promise<readonly Finding[]> {
  const { name, limitMs } = check;
  const ended = new AbortController();
  const { signal } = ended;
  const timeout = pause(limitMs, undefined, { signal }).then(
    () => [
      failure(`não terminou em ${limitMs / SECOND_MS} s`, 'veja se a rede ou o disco respondem'),
    ],
    () => [],
  );
  const found = check
    .run(deps)
    .catch((error: unknown) => [
      failure(reasonOf(error), 'o erro acima não era esperado; veja também o log do gateway'),
    ]);
  const findings = await Promise.race([found, timeout]);
  ended.abort();
  return findings.map((finding) => ({ check: name, ...finding }));
}

/** One line that says why something failed. */
export function reasonOf(error: unknown): string {
  if (error instanceof AggregateError && error.errors[0]) return reasonOf(error.errors[0]);
  const text = error instanceof Error ? error.message || error.name : String(error);
  return text.split('\n')[0] ?? text;
}
