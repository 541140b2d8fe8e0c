import type { Answer } from '#panel/api/answer.ts';

/** A row of the audit log. */
export type Change = Answer<'/api/operator/audit'>['data'][number];

/** The subject of an action: the part of its name before the point. */
export type Noun = Change['action'] extends `${infer Name}.${string}` ? Name : never;
