import type { RoomCodes } from '#src/ground/room-codes.ts';
import type { Room } from '#src/room.ts';

const codes = {
  problems: {},
  auditActions: [],
  workKinds: {},
} as const satisfies RoomCodes;

/** The exam of a bank's API Pix, an option of `bank check`. */
export const bankExamRoom: Room<typeof codes> = {
  name: 'bank/exam',
  codes,
  bankExam: async () => (await import('./exam-command.ts')).bankExam,
};
