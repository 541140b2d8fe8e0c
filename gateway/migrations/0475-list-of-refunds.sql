-- In each bucket. The list of refunds of one status.

create index refunds_by_status on refunds (status, merchant_id, environment, id);
