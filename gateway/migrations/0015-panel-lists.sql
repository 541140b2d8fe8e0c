-- Indexes for the filters of the operators' lists, each in the order of its list.

create index audit_log_by_actor on audit_log (actor_name, id);
create index audit_log_by_noun on audit_log (split_part(action, '.', 1), id);
create index mails_by_status on mails (status, id);
