import assert from 'node:assert/strict';
import { brazilianDayOf } from '#src/ground/brazilian-days.ts';
import { type TestGateway, until } from './gateway.ts';
import type { PanelSession } from './panel.ts';

export const DAY_MS = 24 * 60 * 60_000;
export const REPORTS_PATH = '/api/operator/reconciliations';

/** A line of a report in the answer for operators. */
export interface Line {
  readonly kind: string;
  readonly subject: string | null;
  readonly amount_here: number | null;
  readonly amount_at_bank: number | null;
  readonly words_here: string | null;
  readonly words_at_bank: string | null;
}

/** The report of a day in the answer for operators. */
export interface Report {
  readonly day: string;
  readonly status: string;
  readonly failure: string | null;
  readonly made_at: string | null;
  readonly is_clean: boolean | null;
  readonly received_count: number | null;
  readonly payout_count: number | null;
  readonly difference_count: number | null;
  readonly balance: { at_bank: number; in_ledger: number; outbound_in_transit: number } | null;
  readonly lines: readonly Line[];
}

/** The actions that tests of reconciliation share. */
export function createReconciliationDays(gateway: TestGateway, operator: PanelSession) {
  function today(): string {
    return brazilianDayOf(gateway.clock.now());
  }

  /** Sets the clock to noon of the next day in Brasília. */
  function advanceToNextNoon(): void {
    const noon = Date.parse(`${today()}T15:00:00Z`) + DAY_MS;
    gateway.clock.set(noon);
  }

  async function report(day: string): Promise<Report | undefined> {
    const answer = await operator.call<Report>('GET', `${REPORTS_PATH}/${day}`);
    return answer.status === 200 ? answer.body : undefined;
  }

  /** Waits for a report of the day that was made at or after an instant of the test's clock. */
  function reportSince(day: string, since: number): Promise<Report> {
    return until(`the report of ${day}`, async () => {
      const found = await report(day);
      const isMade = found?.status === 'done' && Date.parse(found.made_at ?? '') >= since;
      return isMade && found;
    });
  }

  /** Requests another comparison of a day and waits for its report. */
  async function compareAgain(day: string): Promise<Report> {
    const since = gateway.clock.now();
    assert.equal((await operator.call('POST', `${REPORTS_PATH}/${day}`)).status, 202);
    return reportSince(day, since);
  }

  return { today, advanceToNextNoon, report, reportSince, compareAgain };
}
