import { problem } from '#src/ground/errors/problem.ts';
import type { RoomCodes } from '#src/ground/room-codes.ts';
import type { Room } from '#src/room.ts';

const problems = {
  incident_not_found: problem(404, 'never', {
    pt: 'Não há incidente com este identificador.',
    en: 'There is no incident with this id.',
    cause: 'O identificador do incidente está errado.',
    remedy: 'Abra o incidente pela lista em **Incidentes**.',
  }),
  incident_resolved: problem(409, 'never', {
    pt: 'Este incidente já foi encerrado. Se o problema voltou, abra outro.',
    en: 'This incident is resolved already. If the problem is back, open another one.',
    cause: 'Outra pessoa já encerrou o incidente.',
    remedy: 'Se o problema voltou, abra outro incidente.',
  }),
};

const codes = {
  problems,
  auditActions: ['incident.opened', 'incident.resolved', 'incident.updated'],
  workKinds: {},
} as const satisfies RoomCodes;

/** The public status page and its incidents. */
export const statusRoom: Room<typeof codes> = {
  name: 'messages/status',
  codes,
  api: async () => (await import('./api.ts')).statusApi,
  operations: async () => (await import('./incident-operations.ts')).incidentOperations,
};
