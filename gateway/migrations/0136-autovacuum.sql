-- Vacuum each table by the rows that change, not by a share of all rows: with 10^7 charges, a share of
-- five hundredths is half a million dead rows. PostgreSQL's own setting is a share of a fifth.

-- Few rows that change with each payment: room in each page lets an update stay in it (HOT), so that
-- it writes to no index. No index has the columns that change.
alter table ledger_accounts set (fillfactor = 50, autovacuum_vacuum_scale_factor = 0.02,
  autovacuum_vacuum_threshold = 1000);
alter table charge_days set (autovacuum_vacuum_scale_factor = 0.02,
  autovacuum_vacuum_threshold = 1000);
alter table payout_totals set (fillfactor = 70, autovacuum_vacuum_scale_factor = 0.02,
  autovacuum_vacuum_threshold = 1000);
alter table settlements set (fillfactor = 70, autovacuum_vacuum_scale_factor = 0.02,
  autovacuum_vacuum_threshold = 1000);

-- Tables that grow for ever. A row is changed some times after its creation, so only the newest pages
-- have dead rows. Pages with new rows only are vacuumed too, because reads of an index alone need it.
alter table charges set (autovacuum_vacuum_scale_factor = 0.005,
  autovacuum_vacuum_threshold = 10000, autovacuum_vacuum_insert_scale_factor = 0.02,
  autovacuum_analyze_scale_factor = 0.01);
alter table charge_splits set (autovacuum_vacuum_scale_factor = 0.005,
  autovacuum_vacuum_threshold = 10000, autovacuum_vacuum_insert_scale_factor = 0.02,
  autovacuum_analyze_scale_factor = 0.01);
alter table payouts set (autovacuum_vacuum_scale_factor = 0.005,
  autovacuum_vacuum_threshold = 10000, autovacuum_vacuum_insert_scale_factor = 0.02,
  autovacuum_analyze_scale_factor = 0.01);
alter table refunds set (autovacuum_vacuum_scale_factor = 0.005,
  autovacuum_vacuum_threshold = 10000, autovacuum_vacuum_insert_scale_factor = 0.02);
alter table settlement_parts set (autovacuum_vacuum_scale_factor = 0.005,
  autovacuum_vacuum_threshold = 10000, autovacuum_vacuum_insert_scale_factor = 0.02);
alter table ledger_entries set (autovacuum_vacuum_insert_scale_factor = 0.02,
  autovacuum_analyze_scale_factor = 0.01);
alter table ledger_postings set (autovacuum_vacuum_insert_scale_factor = 0.02,
  autovacuum_analyze_scale_factor = 0.01);
