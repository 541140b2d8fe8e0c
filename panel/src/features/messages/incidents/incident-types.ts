import type { Answer } from '#panel/api/answer.ts';

export type Incident = Answer<'/api/operator/incidents'>['data'][number];
export type IncidentDetail = Answer<'/api/operator/incidents/{id}'>;
export type IncidentPart = Incident['parts'][number];
export type IncidentStage = IncidentDetail['updates'][number]['stage'];
