-- The language in which a user reads the panel, for mails.
alter table auth."user" add column "language" text check ("language" in ('pt-BR', 'en'));
