#!/bin/sh
# Run once by the image of PostgreSQL, when the database is made: the gateway's role may not change
# the ledger, and another role owns the tables (docs/operating/going-live.md).
set -eu
psql --set ON_ERROR_STOP=1 --username "$POSTGRES_USER" --dbname postgres <<'SQL'
\getenv owner_password PIX_OWNER_PASSWORD
\getenv gateway_password PIX_GATEWAY_PASSWORD
create role pix_gateway_owner login password :'owner_password';
create role pix_gateway login password :'gateway_password';
create database pix_gateway owner pix_gateway_owner;
SQL
