-- Payouts and refunds of a suspended merchant that are not sent yet are held. They are sent when the
-- merchant is reinstated or an operator releases them; or an operator cancels them.

alter table payouts
  add column held_at timestamptz,
  -- Set when an operator releases it while its merchant is suspended.
  add column released_at timestamptz;

alter table refunds
  add column held_at timestamptz,
  add column released_at timestamptz;

create index merchants_suspended on merchants (merchant_id) where status = 'suspended';
create index payouts_never_sent on payouts (merchant_id)
  where status = 'pending' and environment = 'live' and uncertain_at is null and held_at is null
    and released_at is null;
create index refunds_never_sent on refunds (merchant_id)
  where status = 'pending' and environment = 'live' and uncertain_at is null and held_at is null
    and released_at is null;
create index payouts_held on payouts (id) where status = 'pending' and held_at is not null;
create index refunds_held on refunds (id) where status = 'pending' and held_at is not null;
