-- Changes of a merchant's balance that are no transaction: an operator credits or debits it, blocks and
-- releases an amount, undoes a wrong assignment; or the bank reverses what operators had resolved.

create table balance_adjustments (
  merchant_id uuid not null,
  environment text not null check (environment in ('test', 'live')),
  -- The reference of its postings.
  id uuid not null,
  kind text not null
    check (kind in ('adjustment', 'hold', 'release', 'unassignment', 'refund_reversal')),
  -- Signed: what the merchant loses is negative. A hold and a release move their amount.
  amount_centavos bigint not null check (amount_centavos <> 0),
  -- The part of a debit that `available` did not cover.
  debt_centavos bigint not null check (debt_centavos >= 0 and debt_centavos <= greatest(-amount_centavos, 0)),
  -- The part of a hold that was blocked at once.
  blocked_centavos bigint not null
    check (blocked_centavos >= 0 and (kind = 'hold' or blocked_centavos = 0)),
  reason text not null check (length(reason) between 1 and 500),
  -- The operator's own reference, an end-to-end id, or the id of a refund.
  reference text check (length(reference) between 1 and 200),
  hold_id uuid,
  -- The caller's own key: a repeated request changes the balance once.
  request_key text unique,
  -- The proposal that two operators decided; it is executed once.
  proposal_id uuid unique,
  created_at timestamptz not null,
  primary key (merchant_id, environment, id),
  check ((kind in ('hold', 'release')) = (hold_id is not null)),
  check (kind not in ('hold', 'release', 'refund_reversal') or amount_centavos > 0),
  check (kind <> 'unassignment' or amount_centavos < 0)
);

-- The verification of the platform's scope knows only the id.
create unique index balance_adjustments_by_id on balance_adjustments (id);
create index balance_adjustments_of_hold on balance_adjustments (hold_id) where hold_id is not null;

create function balance_adjustments_refuse_change() returns trigger language plpgsql as $$
begin
  raise exception 'a balance adjustment is never changed' using errcode = 'restrict_violation';
end
$$;

create trigger balance_adjustments_append_only before update or delete or truncate on balance_adjustments
  for each statement execute function balance_adjustments_refuse_change();

-- Endpoints that get all events of transactions get the adjustments too.
update webhook_endpoints set events = array_append(events, 'balance.adjusted')
  where events @> array['deposit.paid', 'deposit.expired', 'deposit.refunded', 'payout.paid',
      'payout.failed', 'payout.returned']
    and not events @> array['balance.adjusted'];
