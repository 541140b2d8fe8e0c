-- In each bucket: what a merchant asks for in the test environment, to see how its program copes.

-- What the next attempt of a delivery does wrong. The attempt clears it.
alter table webhook_deliveries
  add column trouble text;
alter table webhook_deliveries
  add constraint webhook_deliveries_trouble_check
    check (trouble in ('doubled', 'old_time', 'wrong_secret')) not valid;

-- A payout to a certain key is returned in the test environment too.
alter table payout_returns
  drop constraint payout_returns_environment_check;
alter table payout_returns
  add constraint payout_returns_environment_check check (environment in ('test', 'live'));

-- Such a return is due by the test clock of its payout.
alter table test_clock_items
  drop constraint test_clock_items_kind_check;
alter table test_clock_items
  add constraint test_clock_items_kind_check check (
    kind in ('charge', 'payout', 'payout_return', 'refund', 'settlement', 'delivery', 'dispute'));
alter table set_aside_work
  drop constraint set_aside_work_kind_check;
alter table set_aside_work
  add constraint set_aside_work_kind_check check (
    kind in ('charge', 'payout', 'payout_return', 'refund', 'incoming_payment', 'settlement'));
