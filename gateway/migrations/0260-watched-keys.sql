-- A program can watch the requests of its key (GET /v1/requests/stream). The row that authenticates
-- a request says whether it is to be recorded, so requests of other keys cost nothing more.

alter table credentials add column watched_until timestamptz;
