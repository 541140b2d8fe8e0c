-- In each bucket: the requests of keys, for the panel: some of each second, with what their bodies
-- say without persons and secrets. A partition a day; old ones are dropped.

create table request_log (
  merchant_id uuid not null,
  environment text not null,
  -- The X-Request-Id. It holds the instant at which the request began.
  id uuid not null,
  client_id text not null,
  method text not null,
  path text not null,
  -- The operationId of the API document; null for a route that doesn't exist.
  operation text,
  status bigint not null,
  duration_ms bigint not null,
  is_replay boolean not null,
  code text,
  -- JSON with masked texts, cut; null without a body.
  request_body text,
  answer_body text,
  -- How many other requests of the key were left out just then.
  omitted bigint not null,
  primary key (merchant_id, environment, id)
) partition by range (id);
