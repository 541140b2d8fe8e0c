import * as f from '#src/ground/database/fields.ts';
import {
  countRows,
  many,
  maybeOne,
  param,
  paramsOf,
  run,
  shaped,
  sql,
  valuesOf,
} from '#src/ground/database/sql.ts';
import type { Proposal, ProposalKind, ProposalParameters, ProposalState } from './proposal.ts';

const ACTION = {
  id: f.uuid,
  kind: f.textOf<ProposalKind>(),
  ...f.SCOPE,
  subject: f.text,
  amount: f.inColumn('amount_centavos', f.centavos),
  reason: f.text,
  /** Canonical JSON. */
  parameters: f.text,
};
const MADE = {
  proposedBy: f.text,
  proposedByName: f.text,
  createdAt: f.instant,
  expiresAt: f.instant,
};
const NEW_PROPOSAL = { ...ACTION, requestKey: f.orNull(f.text), ...MADE };
const ROW = {
  ...ACTION,
  ...MADE,
  state: f.textOf<ProposalState>(),
  decidedByName: f.orNull(f.text),
  decidedAt: f.orNull(f.instant),
};
const PROPOSAL = shaped(
  { ...ROW, username: f.text },
  ({ parameters, ...row }): Proposal => ({
    ...row,
    parameters: JSON.parse(parameters) as ProposalParameters,
  }),
);

const $ = paramsOf({
  id: f.uuid,
  requestKey: f.text,
  state: f.textOf<'approved' | 'rejected'>(),
  decidedBy: f.text,
  decidedByName: f.text,
  at: f.instant,
  limit: f.count,
});
const BEFORE_ID = param('beforeId', f.uuid);
const COLUMNS = `${f.columnsOf(ROW, 'p')}, m.username`;
const PROPOSALS = `select ${COLUMNS}
    from operator_proposals p join merchants m on m.merchant_id = p.merchant_id`;

/** Marks the waiting proposals that have expired. */
export const expireProposals = run(
  'operator_proposals_expire',
  sql`update operator_proposals set state = 'expired', decided_at = ${$.at}
    where state = 'waiting' and expires_at <= ${$.at}`,
);

/** Inserts a proposal; 0 if its request key or a waiting proposal on its subject exists, else 1. */
export const insertProposal = countRows(
  'operator_proposals_insert',
  sql`insert into operator_proposals (${f.columnsOf(NEW_PROPOSAL)})
    values (${valuesOf(NEW_PROPOSAL)})
    on conflict do nothing returning id`,
);

/** Selects a proposal by its id; undefined for an unknown one. */
export const selectProposal = maybeOne(
  'operator_proposal',
  PROPOSAL,
  sql`${PROPOSALS} where p.id = ${$.id}`,
);

/** Selects the proposal of a request key; undefined when no request has used the key. */
export const selectProposalByKey = maybeOne(
  'operator_proposal_by_key',
  PROPOSAL,
  sql`${PROPOSALS} where p.request_key = ${$.requestKey}`,
);

/** Decides a proposal, and locks it; undefined when it is decided, expired or unknown. */
export const updateDecision = maybeOne(
  'operator_proposal_decide',
  PROPOSAL,
  sql`update operator_proposals p set state = ${$.state}, decided_by = ${$.decidedBy},
      decided_by_name = ${$.decidedByName}, decided_at = ${$.at}
    from merchants m
    where p.id = ${$.id} and p.state = 'waiting' and p.expires_at > ${$.at}
      and m.merchant_id = p.merchant_id
    returning ${COLUMNS}`,
);

/** Selects a page of the waiting proposals that have not expired, newest first. */
export const selectWaiting = many(
  'operator_proposals_waiting',
  PROPOSAL,
  sql`${PROPOSALS}
    where p.state = 'waiting' and p.id < ${BEFORE_ID} and p.expires_at > ${$.at}
    order by p.id desc limit ${$.limit}`,
);

/** Selects a page of all proposals, newest first. */
export const selectProposals = many(
  'operator_proposals_list',
  PROPOSAL,
  sql`${PROPOSALS} where p.id < ${BEFORE_ID} order by p.id desc limit ${$.limit}`,
);
