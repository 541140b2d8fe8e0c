import type { Answer } from '#panel/api/answer.ts';

/** An alert with all that an operator needs to solve it. */
export type AlertDetail = Answer<'/api/operator/alerts/{cause}'>;
export type AlertCause = AlertDetail['cause'];
export type AlertItem = AlertDetail['items'][number];
export type AlertFact = AlertDetail['facts'][number];

/** An action that an operator can take on an alert, and its effect. */
export interface AlertChoice {
  readonly act: string;
  readonly effect: string;
  /** The page of the panel where it is done; absent for a command or a wait. */
  readonly page?: string;
}
