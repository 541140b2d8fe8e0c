import { loadParts, ROOMS } from '#src/rooms.ts';

/** The operations of all rooms that describe theirs. */
export const OPERATIONS = (await loadParts(ROOMS, ({ operations }) => operations)).flat();
