-- The language in which a user reads the panel, for mails. A cluster adds no column with a check.
alter table auth."user" add column "language" text;
alter table auth."user" add constraint "user_language_check"
  check ("language" in ('pt-BR', 'en'));
