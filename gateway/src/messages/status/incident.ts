/** The parts of the gateway that merchants know. */
export const STATUS_PARTS = ['api', 'payments', 'payouts', 'webhooks'] as const;
export type StatusPart = (typeof STATUS_PARTS)[number];

/** How much an incident disturbs merchants; `none` announces work that they should not notice. */
export const INCIDENT_IMPACTS = ['none', 'degraded', 'down'] as const;
export type IncidentImpact = (typeof INCIDENT_IMPACTS)[number];

/** How far the operators are. `resolved` ends the incident. */
export const INCIDENT_STAGES = ['investigating', 'identified', 'monitoring', 'resolved'] as const;
export type IncidentStage = (typeof INCIDENT_STAGES)[number];

/** A message of operators about an incident; `messageEn` is null if none was written. */
export interface IncidentUpdate {
  readonly id: string;
  readonly stage: IncidentStage;
  readonly message: string;
  readonly messageEn: string | null;
  /** Operators see it; merchants don't. */
  readonly authorName: string;
  readonly createdAt: number;
}

/** An incident. Instants in milliseconds since 1970. */
export interface Incident {
  readonly id: string;
  readonly title: string;
  readonly titleEn: string | null;
  readonly parts: readonly StatusPart[];
  readonly impact: IncidentImpact;
  readonly openedAt: number;
  readonly resolvedAt: number | null;
}

/** An incident with its updates, newest first; at most 50. */
export interface ToldIncident extends Incident {
  readonly updates: readonly IncidentUpdate[];
}
