import type { Environment } from '#src/ground/access/ledger-scope.ts';
import type { Queryable, Transaction } from '#src/ground/database/database.ts';
import { centavos } from '#src/ground/money/centavos.ts';
import type {
  Proposal,
  ProposalKind,
  ProposalParameters,
  ProposalState,
  ProposedAction,
} from './proposal.ts';

const COLUMNS = `p.id, p.kind, p.merchant_id, p.environment, p.subject, p.amount_centavos, p.reason,
  p.parameters, p.proposed_by, p.proposed_by_name, p.created_at, p.expires_at, p.state,
  p.decided_by_name, p.decided_at, m.username`;
const JOINED = 'operator_proposals p join merchants m on m.merchant_id = p.merchant_id';

const EXPIRE = {
  name: 'operator_proposals_expire',
  text: `update operator_proposals set state = 'expired', decided_at = $1
    where state = 'waiting' and expires_at <= $1`,
};
const INSERT = {
  name: 'operator_proposals_insert',
  text: `insert into operator_proposals (id, kind, merchant_id, environment, subject,
      amount_centavos, reason, parameters, request_key, proposed_by, proposed_by_name, created_at,
      expires_at)
    values ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12, $13)
    on conflict do nothing returning id`,
};
const SELECT = {
  name: 'operator_proposal',
  text: `select ${COLUMNS} from ${JOINED} where p.id = $1`,
};
const SELECT_BY_KEY = {
  name: 'operator_proposal_by_key',
  text: `select ${COLUMNS} from ${JOINED} where p.request_key = $1`,
};
const DECIDE = {
  name: 'operator_proposal_decide',
  text: `update operator_proposals p set state = $2, decided_by = $3, decided_by_name = $4,
      decided_at = $5
    from merchants m
    where p.id = $1 and p.state = 'waiting' and p.expires_at > $5
      and m.merchant_id = p.merchant_id
    returning ${COLUMNS}`,
};
const LIST_WAITING = {
  name: 'operator_proposals_waiting',
  text: `select ${COLUMNS} from ${JOINED}
    where p.state = 'waiting' and p.id < $1 and p.expires_at > $3 order by p.id desc limit $2`,
};
const LIST = {
  name: 'operator_proposals_list',
  text: `select ${COLUMNS} from ${JOINED} where p.id < $1 order by p.id desc limit $2`,
};

interface ProposalRow extends Record<string, unknown> {
  readonly id: string;
  readonly kind: ProposalKind;
  readonly merchant_id: string;
  readonly environment: Environment;
  readonly subject: string;
  readonly amount_centavos: bigint;
  readonly reason: string;
  readonly parameters: string;
  readonly proposed_by: string;
  readonly proposed_by_name: string;
  readonly created_at: number;
  readonly expires_at: number;
  readonly state: ProposalState;
  readonly decided_by_name: string | null;
  readonly decided_at: number | null;
  readonly username: string;
}

/** A proposal to insert. */
export interface NewProposal extends ProposedAction {
  readonly id: string;
  /** The parameters as canonical JSON text. */
  readonly canonical: string;
  readonly requestKey: string | null;
  readonly proposedBy: string;
  readonly proposedByName: string;
  readonly createdAt: Date;
  readonly expiresAt: Date;
}

/** Marks the waiting proposals that have expired. */
export async function expireProposals(tx: Transaction, at: Date): Promise<void> {
  await tx.query(EXPIRE, [at]);
}

/** Inserts a proposal; false if its request key or a waiting proposal on its subject exists. */
export async function insertProposal(tx: Transaction, proposal: NewProposal): Promise<boolean> {
  const { id, kind, merchantId, environment, subject, amount, reason } = proposal;
  const rows = await tx.query(INSERT, [
    id,
    kind,
    merchantId,
    environment,
    subject,
    amount,
    reason,
    proposal.canonical,
    proposal.requestKey,
    proposal.proposedBy,
    proposal.proposedByName,
    proposal.createdAt,
    proposal.expiresAt,
  ]);
  return rows.length > 0;
}

/** Selects a proposal by its id; undefined for an unknown one. */
export async function selectProposal(
  database: Queryable,
  id: string,
): Promise<Proposal | undefined> {
  const [row] = await database.query<ProposalRow>(SELECT, [id]);
  return row && proposalOf(row);
}

/** Selects the proposal of a request key; undefined when no request has used the key. */
export async function selectProposalByKey(
  database: Queryable,
  requestKey: string,
): Promise<Proposal | undefined> {
  const [row] = await database.query<ProposalRow>(SELECT_BY_KEY, [requestKey]);
  return row && proposalOf(row);
}

/** The decision of an operator about a proposal. */
export interface ProposalDecision {
  readonly id: string;
  readonly state: 'approved' | 'rejected';
  readonly by: { readonly id: string; readonly name: string };
  readonly at: Date;
}

/** Decides a proposal, and locks it; undefined when it is decided, expired or unknown. */
export async function updateDecision(
  tx: Transaction,
  { id, state, by, at }: ProposalDecision,
): Promise<Proposal | undefined> {
  const [row] = await tx.query<ProposalRow>(DECIDE, [id, state, by.id, by.name, at]);
  return row && proposalOf(row);
}

/** Selects a page of the waiting proposals that have not expired, newest first. */
export async function selectWaiting(
  database: Queryable,
  { beforeId, limit, at }: { beforeId: string; limit: number; at: Date },
): Promise<Proposal[]> {
  return (await database.query<ProposalRow>(LIST_WAITING, [beforeId, limit, at])).map(proposalOf);
}

/** Selects a page of all proposals, newest first. */
export async function selectProposals(
  database: Queryable,
  { beforeId, limit }: { beforeId: string; limit: number },
): Promise<Proposal[]> {
  return (await database.query<ProposalRow>(LIST, [beforeId, limit])).map(proposalOf);
}

function proposalOf(row: ProposalRow): Proposal {
  return {
    id: row.id,
    kind: row.kind,
    merchantId: row.merchant_id,
    environment: row.environment,
    username: row.username,
    subject: row.subject,
    amount: centavos(row.amount_centavos),
    reason: row.reason,
    parameters: JSON.parse(row.parameters) as ProposalParameters,
    state: row.state,
    proposedBy: row.proposed_by,
    proposedByName: row.proposed_by_name,
    createdAt: row.created_at,
    expiresAt: row.expires_at,
    decidedByName: row.decided_by_name,
    decidedAt: row.decided_at,
  };
}
