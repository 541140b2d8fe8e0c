-- In each bucket: how far the feed of live events was read for mails about payments. Only merchants
-- with a member who wants these mails have a row, so others cost nothing.

create table payment_notice_cursors (
  merchant_id uuid primary key,
  -- The position of the last event that was read.
  position bigint not null check (position >= 0),
  -- What each user was mailed in the last hour, and what waits for the next mail.
  readers json not null default '{}',
  due_at timestamptz not null
);

create index payment_notice_cursors_due on payment_notice_cursors (due_at);

-- The events that the panel lists one by one. Payments are not among them: there may be many.
create index webhook_events_notable on webhook_events (environment, merchant_id, id)
  where kind in ('payout.paid', 'payout.failed', 'payout.returned', 'payout.awaiting_approval',
    'payout.rejected', 'dispute.opened', 'dispute.closed', 'balance.adjusted');

-- A payout that the bank didn't pay has a notice too.
alter table payout_notices
  drop constraint payout_notices_kind_check;
alter table payout_notices
  add constraint payout_notices_kind_check check (kind in ('awaiting', 'rejected', 'expired',
    'failed', 'stopped', 'resumed', 'raise_asked', 'raise_valid', 'beneficiary',
    'automatic_skipped'));

-- With several buckets an insert for a merchant that has moved to another bucket is refused.
do $$
begin
  if (select count(*) > 1 from public.buckets) then
    alter table payment_notice_cursors add constraint payment_notice_cursors_bucket_member
      foreign key (merchant_id) references bucket_merchants not valid;
  end if;
end
$$;
