import type { Answer } from '#panel/api/answer.ts';

/** A batch of charges. */
export type ChargeBatch = Answer<'/api/panel/{environment}/charge-batches/{id}'>;

/** A line of a batch. */
export type ChargeLine =
  Answer<'/api/panel/{environment}/charge-batches/{id}/lines'>['data'][number];

/** The cells of a line of a file. */
export type TypedCells = NonNullable<ChargeLine['typed']>;
