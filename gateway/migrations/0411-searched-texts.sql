-- In each bucket. A search finds words of descriptions, e-mails and references too. The worker packs
-- the older chunks again, which have the words of names only; until then it finds these as before.
alter table search_chunks add column words text;
alter table search_chunks add column numbers text;
alter table search_chunks alter column words set storage external;
alter table search_chunks alter column numbers set storage external;
create index search_chunks_outdated on search_chunks (merchant_id, environment, type, before_id)
  where words is null;
