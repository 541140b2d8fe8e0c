-- What operators need to know merchants by, and a charge's page to be found by: merchants by words of
-- their name, username, document and e-mail; charges by an id that comes without its merchant.

-- A suspension is undone into what was before, so that it never approves anybody.
alter table merchants
  add column status_before text check (status_before in ('pending_kyc', 'active', 'rejected')),
  add column suspended_at timestamptz,
  add column suspension_reason text check (length(suspension_reason) between 1 and 500),
  add check (status = 'suspended' or num_nonnulls(status_before, suspended_at) = 0),
  add check (suspended_at is not null or suspension_reason is null);

-- An id holds its instant, so one row is found by it. An index on the id itself could be read in the
-- order of the lists, and a planner with old statistics would read a whole history for one page.
create index charges_by_instant on charges (created_at);

-- Words without case and accents; punctuation separates them. The texts that are searched for are
-- treated alike.
create function search_words(text) returns tsvector
language sql immutable strict parallel safe
return to_tsvector('simple'::regconfig, translate(lower($1),
  'áàâãäéèêëíìîïóòôõöúùûüçñÁÀÂÃÄÉÈÊËÍÌÎÏÓÒÔÕÖÚÙÛÜÇÑ@._-+&/,''',
  'aaaaaeeeeiiiiooooouuuucnaaaaaeeeeiiiiooooouuuucn         '));

create index merchants_by_words on merchants
  using gin (search_words(username || ' ' || name || ' ' || document));
create index merchants_by_status on merchants (status, merchant_id);
create index user_by_words on auth."user" using gin (search_words("email"))
  where "merchantId" is not null;
