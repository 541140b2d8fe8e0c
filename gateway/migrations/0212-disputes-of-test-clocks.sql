-- In each bucket: a dispute of a charge that lives in the time of a test clock lives in it too, so that
-- its period for a defence ends by the clock.
alter table test_clock_items drop constraint test_clock_items_kind_check;
alter table test_clock_items add constraint test_clock_items_kind_check
  check (kind in ('charge', 'payout', 'refund', 'settlement', 'delivery', 'dispute'));

-- A check that is not valid differs from that of a new bucket. This blocks no writer.
alter table webhook_deliveries validate constraint webhook_deliveries_clock_is_of_test;
