-- In each bucket: the header x-service-signature of each attempt, so that the panel shows the request as it was sent.
-- It can't be made again: the secret may have been rotated. Null for attempts before this version.

alter table webhook_attempts add column signature text;
