import { Type } from 'typebox';
import { NullableText, oneOf } from '#src/ground/schemas/text-schemas.ts';
import { proposalKinds, proposalStates } from './proposal.ts';

/** A proposal in the answers of the panel. */
export const ProposalView = Type.Object({
  id: Type.String(),
  kind: oneOf(proposalKinds),
  username: Type.String(),
  environment: oneOf(['test', 'live']),
  subject: Type.String(),
  amount: Type.Integer({ description: 'Centavos.' }),
  reason: Type.String(),
  parameters: Type.Record(Type.String(), Type.Union([Type.String(), Type.Integer(), Type.Null()])),
  state: oneOf(proposalStates),
  proposed_by: Type.String(),
  is_own: Type.Boolean(),
  created_at: Type.String(),
  expires_at: Type.String(),
  decided_by: NullableText,
  decided_at: NullableText,
});

export const ProposalList = Type.Object({
  data: Type.Array(ProposalView),
  next_cursor: NullableText,
});
