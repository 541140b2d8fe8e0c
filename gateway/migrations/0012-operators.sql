-- Searches of operators: merchants by words of their name, username, document and e-mail, and
-- charges by an id that comes without its merchant.

-- A reinstatement restores the status before the suspension, so that it never approves a merchant.
alter table merchants
  add column status_before text check (status_before in ('pending_kyc', 'active', 'rejected')),
  add column suspended_at timestamptz,
  add column suspension_reason text check (length(suspension_reason) between 1 and 500),
  add check (status = 'suspended' or num_nonnulls(status_before, suspended_at) = 0),
  add check (suspended_at is not null or suspension_reason is null);

-- A charge is found by its id through this index, because an id contains its instant. With an index
-- on the id, a planner with old statistics would read a whole history for one page of a list.
create index charges_by_instant on charges (created_at);

-- Words without case and accents, separated by punctuation. Search terms are normalised alike.
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
