import { type Static, Type } from 'typebox';
import { CodeOnly } from '#src/ground/access/second-factor-of-member.ts';

/** The body of a rejection: who requested the payouts reads the reason. */
export const RejectionBody = Type.Object({
  ...CodeOnly.properties,
  reason: Type.Optional(
    Type.Union([
      Type.String({ format: 'name', description: 'Por quê; quem pediu lê.' }),
      Type.Null(),
    ]),
  ),
});

/** The reason of a rejection; null without one. */
export function reasonOf({ reason }: Static<typeof RejectionBody>): string | null {
  return reason?.trim() || null;
}
