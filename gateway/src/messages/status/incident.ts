import * as f from '#src/ground/database/fields.ts';

/** The parts of the gateway that merchants know. */
export const STATUS_PARTS = ['api', 'payments', 'payouts', 'webhooks'] as const;
export type StatusPart = (typeof STATUS_PARTS)[number];

/** How much an incident disturbs merchants; `none` announces work that they should not notice. */
export const INCIDENT_IMPACTS = ['none', 'degraded', 'down'] as const;
export type IncidentImpact = (typeof INCIDENT_IMPACTS)[number];

/** How far the operators are. `resolved` ends the incident. */
export const INCIDENT_STAGES = ['investigating', 'identified', 'monitoring', 'resolved'] as const;
export type IncidentStage = (typeof INCIDENT_STAGES)[number];

/** A message of operators to merchants about an incident; `messageEn` is null if there is none. */
export const INCIDENT_UPDATE = {
  id: f.uuid,
  stage: f.textOf<IncidentStage>(),
  message: f.text,
  messageEn: f.orNull(f.text),
  /** Operators see it; merchants don't. */
  authorName: f.text,
  createdAt: f.instant,
};
export type IncidentUpdate = f.RecordOf<typeof INCIDENT_UPDATE>;

/** An incident. Instants in milliseconds since 1970. */
export const INCIDENT = {
  id: f.uuid,
  title: f.text,
  titleEn: f.orNull(f.text),
  parts: f.listOf(f.textOf<StatusPart>()),
  impact: f.textOf<IncidentImpact>(),
  openedAt: f.instant,
  resolvedAt: f.orNull(f.instant),
};
export type Incident = f.RecordOf<typeof INCIDENT>;

/** An incident with its updates, newest first; at most 50. */
export interface ToldIncident extends Incident {
  readonly updates: readonly IncidentUpdate[];
}
