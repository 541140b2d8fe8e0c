-- What operators filter their lists by, each with an index in the order of the list.

create index audit_log_by_actor on audit_log (actor_name, id);
create index audit_log_by_noun on audit_log (split_part(action, '.', 1), id);
create index mails_by_status on mails (status, id);
