import { Type } from 'typebox';
import { isoTime } from '#src/ground/clock.ts';
import { nullable, oneOf, optionalText } from '#src/ground/schemas/text-schemas.ts';
import {
  INCIDENT_IMPACTS,
  INCIDENT_STAGES,
  type Incident,
  STATUS_PARTS,
  type ToldIncident,
} from './incident.ts';

const Nullable = nullable(Type.String());

const fields = {
  id: Type.String(),
  title: Type.String(),
  title_en: Nullable,
  parts: Type.Array(oneOf(STATUS_PARTS)),
  impact: oneOf(INCIDENT_IMPACTS),
  opened_at: Type.String(),
  resolved_at: Nullable,
};
const updateFields = {
  stage: oneOf(INCIDENT_STAGES),
  message: Type.String(),
  message_en: Nullable,
  created_at: Type.String(),
};

export const IncidentView = Type.Object(fields);
export const IncidentDetail = Type.Object({
  ...fields,
  updates: Type.Array(Type.Object({ id: Type.String(), ...updateFields, author: Type.String() }), {
    description: 'As mais novas primeiro.',
  }),
});
/** An open incident as merchants see it, with its last update. */
export const OpenIncident = Type.Object({ ...fields, last_update: Type.Object(updateFields) });

const message = Type.String({ format: 'paragraphs', description: 'O que os lojistas leem.' });
const english = (description: string, format: string, example: string) =>
  optionalText(format, { description, examples: [example] });
const messageEn = english('O mesmo em inglês.', 'paragraphs', 'We are looking for the cause.');

export const NewIncidentBody = Type.Object({
  title: Type.String({ format: 'name' }),
  title_en: english('O título em inglês.', 'name', 'Webhooks are late'),
  parts: Type.Array(oneOf(STATUS_PARTS), { minItems: 1, maxItems: STATUS_PARTS.length }),
  impact: oneOf(INCIDENT_IMPACTS),
  message,
  message_en: messageEn,
});
export const UpdateBody = Type.Object({
  stage: oneOf(INCIDENT_STAGES, { description: '`resolved` encerra o incidente.' }),
  impact: Type.Optional(oneOf(INCIDENT_IMPACTS)),
  message,
  message_en: messageEn,
});

export function incidentView(incident: Incident) {
  const { id, title, titleEn, parts, impact, openedAt, resolvedAt } = incident;
  return {
    id,
    title,
    title_en: titleEn,
    parts: [...parts],
    impact,
    opened_at: isoTime(openedAt),
    resolved_at: resolvedAt === null ? null : isoTime(resolvedAt),
  };
}

export function incidentDetail(incident: ToldIncident) {
  const updates = incident.updates.map((update) => ({
    id: update.id,
    ...updateView(update),
    author: update.authorName,
  }));
  return { ...incidentView(incident), updates };
}

/** The open incidents that have an update, which all have. */
export function openIncidentViews(incidents: readonly ToldIncident[]) {
  return incidents.flatMap((incident) => {
    const [last] = incident.updates;
    return last ? [{ ...incidentView(incident), last_update: updateView(last) }] : [];
  });
}

function updateView({
  stage,
  message: text,
  messageEn: textEn,
  createdAt,
}: ToldIncident['updates'][number]) {
  return { stage, message: text, message_en: textEn, created_at: isoTime(createdAt) };
}
