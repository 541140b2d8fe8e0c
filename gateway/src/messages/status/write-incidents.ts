import type { Actor } from '#src/ground/access/actor.ts';
import { recordChange } from '#src/ground/audit/record-change.ts';
import type { DatabaseAndClock } from '#src/ground/database-and-clock.ts';
import { Refusal } from '#src/ground/errors/problems.ts';
import { createId, isId } from '#src/ground/ids.ts';
import type { IncidentImpact, IncidentStage, StatusPart } from './incident.ts';
import { changeIncident, insertIncident, insertUpdate, lockIncident } from './incident-store.ts';

/** The texts of an operator; the English ones may be missing. */
export interface Announcement {
  readonly message: string;
  readonly messageEn: string | null;
}

export interface NewIncident extends Announcement {
  readonly title: string;
  readonly titleEn: string | null;
  readonly parts: readonly StatusPart[];
  readonly impact: IncidentImpact;
}

/** Opens an incident with its first update. Returns its id. */
export async function openIncident(
  { database, clock }: DatabaseAndClock,
  { message, messageEn, ...incident }: NewIncident,
  by: Actor,
): Promise<string> {
  const now = clock.now();
  const id = createId(now);
  const parts = [...new Set(incident.parts)];
  await database.transaction(async (tx) => {
    insertIncident(tx, { ...incident, parts, id, openedAt: now });
    insertUpdate(tx, {
      incidentId: id,
      id: createId(now),
      stage: 'investigating',
      message,
      messageEn,
      authorName: by.name,
      createdAt: now,
    });
    const details = { title: incident.title, parts: parts.join(', '), impact: incident.impact };
    recordChange(
      tx,
      by,
      { action: 'incident.opened', merchantId: null, subject: id, details },
      now,
    );
  });
  return id;
}

/**
 * Adds an update to an open incident; the stage `resolved` ends it. Refuses `incident_not_found`
 * and `incident_resolved`.
 */
export async function updateIncident(
  { database, clock }: DatabaseAndClock,
  update: Announcement & {
    readonly id: string;
    readonly stage: IncidentStage;
    /** Undefined to leave it as it is. */
    readonly impact: IncidentImpact | undefined;
  },
  by: Actor,
): Promise<void> {
  const { id, stage, message, messageEn } = update;
  if (!isId(id)) throw new Refusal('incident_not_found');
  await database.transaction(async (tx) => {
    const incident = await lockIncident(tx, { id });
    if (!incident) throw new Refusal('incident_not_found');
    if (incident.resolvedAt !== null) throw new Refusal('incident_resolved');
    const now = Math.max(clock.now(), incident.openedAt);
    const isResolved = stage === 'resolved';
    const impact = update.impact ?? incident.impact;
    changeIncident(tx, { id, impact, resolvedAt: isResolved ? now : null });
    const told = { incidentId: id, id: createId(now), stage, message, messageEn };
    insertUpdate(tx, { ...told, authorName: by.name, createdAt: now });
    const action = isResolved ? 'incident.resolved' : 'incident.updated';
    const details = { stage, impact };
    recordChange(tx, by, { action, merchantId: null, subject: id, details }, now);
  });
}
