-- Versions before migration 0140 create schema_migrations in the first schema of the search path, which is
-- b0 since then, and begin to migrate. This view is in their way: they read a migration that they don't
-- know, and refuse the database before they change anything. This version reads public.schema_migrations.
create view b0.schema_migrations as
select '0000-database-of-a-newer-version.sql'::text as name, ''::text as sha256,
  null::timestamptz as applied_at;

grant select on b0.schema_migrations to public;
