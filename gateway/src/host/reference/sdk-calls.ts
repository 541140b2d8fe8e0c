import type { Operation } from '#src/ground/http/operation.ts';
import { OPERATIONS } from '../operations.ts';

/** How the SDKs call an operation. */
export interface SdkCall {
  /** The method, by its path in snake_case: `charges.create`. */
  readonly method: string;
  /** The kind of its result: an object by default. */
  readonly result?: 'bytes' | 'nothing' | 'stream';
}

/**
 * The method of each operation, as `sdk/behaviours.json` calls it. A method takes the parameters of
 * the path, in their order, and then the body.
 */
export const SDK_CALLS: Readonly<Record<string, SdkCall>> = Object.fromEntries(
  OPERATIONS.flatMap(callOf),
);

function callOf({ program, answer }: Operation<never>): readonly [string, SdkCall][] {
  if (!program) return [];
  const { id, sdk: method } = program;
  const result = resultOf(answer);
  return [[id, result ? { method, result } : { method }]];
}

/** The kind of a method's result, by the answer of its operation: undefined for an object. */
function resultOf([status, schema]: Operation<never>['answer']): SdkCall['result'] {
  if (status === 204) return 'nothing';
  const { content } = Object(schema);
  if (content === undefined || 'application/json' in content) return undefined;
  return 'text/event-stream' in content ? 'stream' : 'bytes';
}
