-- Decisions that need two operators: one proposes an action, another approves or rejects it. What was
-- proposed never changes, so the second operator approves exactly what it sees.

create table operator_proposals (
  id uuid primary key,
  kind text not null check (kind in ('balance_adjustment', 'payout_resolution', 'refund_resolution')),
  merchant_id uuid not null,
  environment text not null check (environment in ('test', 'live')),
  -- The id of the payout or refund, or the username of the merchant.
  subject text not null,
  -- Signed for an adjustment: a debit is negative.
  amount_centavos bigint not null check (amount_centavos <> 0),
  reason text not null check (length(reason) between 1 and 500),
  -- What the approval executes, as canonical JSON.
  parameters text not null check (json_typeof(parameters::json) = 'object'),
  -- The caller's own key: a repeated request makes one proposal.
  request_key text unique,
  proposed_by text not null,
  proposed_by_name text not null,
  created_at timestamptz not null,
  expires_at timestamptz not null,
  state text not null default 'waiting' check (state in ('waiting', 'approved', 'rejected', 'expired')),
  decided_by text,
  decided_by_name text,
  decided_at timestamptz,
  check ((state = 'waiting') = (decided_at is null)),
  check ((state in ('approved', 'rejected')) = (decided_by is not null)),
  constraint operator_proposals_two_operators check (state <> 'approved' or decided_by <> proposed_by),
  constraint operator_proposals_approved_in_time check (state <> 'approved' or decided_at < expires_at)
);

create index operator_proposals_waiting on operator_proposals (id) where state = 'waiting';
create index operator_proposals_expiring on operator_proposals (expires_at) where state = 'waiting';
-- Two proposals about one payout or refund could contradict each other.
create unique index operator_proposals_one_a_subject on operator_proposals (subject, kind)
  where state = 'waiting' and kind <> 'balance_adjustment';

create function operator_proposals_refuse_change() returns trigger language plpgsql as $$
begin
  if tg_op = 'UPDATE' and old.state = 'waiting' and new.state <> 'waiting'
    and (new.id, new.kind, new.merchant_id, new.environment, new.subject, new.amount_centavos,
        new.reason, new.parameters, new.request_key, new.proposed_by, new.proposed_by_name,
        new.created_at, new.expires_at)
      is not distinct from (old.id, old.kind, old.merchant_id, old.environment, old.subject,
        old.amount_centavos, old.reason, old.parameters, old.request_key, old.proposed_by,
        old.proposed_by_name, old.created_at, old.expires_at) then
    return new;
  end if;
  raise exception 'a proposal is decided once and never changed' using errcode = 'restrict_violation';
end
$$;

create trigger operator_proposals_decided_once before update or delete on operator_proposals
  for each row execute function operator_proposals_refuse_change();
