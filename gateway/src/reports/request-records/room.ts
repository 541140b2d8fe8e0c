import { problem } from '#src/ground/errors/problem.ts';
import type { RoomCodes } from '#src/ground/room-codes.ts';
import type { Room } from '#src/room.ts';

const problems = {
  request_not_found: problem(404, 'never', {
    pt: 'Requisição não encontrada.',
    en: 'Request not found.',
    cause: 'A requisição tem mais de 7 dias ou não foi registrada.',
    remedy: 'Procure outra requisição em Requisições.',
  }),
};

const codes = {
  problems,
  auditActions: [],
  workKinds: {},
} as const satisfies RoomCodes;

/** The requests of keys: their log and stream. */
export const requestRecordsRoom: Room<typeof codes> = {
  name: 'reports/request-records',
  codes,
  api: async () => (await import('./api.ts')).requestRecordsApi,
  operations: async () => (await import('./operations.ts')).requestRecordsOperations,
  opens: async () => ({
    requestRecords: (await import('./open-records.ts')).openRequestRecords,
  }),
  work: async () => (await import('./work.ts')).startRequestRecords,
  expiries: async () => (await import('./work.ts')).requestRecordExpiries,
};
