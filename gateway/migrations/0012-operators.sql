-- Finding what is only known by a part: a charge by the id of its payment page, which comes without
-- its merchant, and merchants by words of their name, username, document and e-mail.

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
create index user_by_words on auth."user" using gin (search_words("email"))
  where "merchantId" is not null;
