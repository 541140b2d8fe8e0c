-- The language of a mail, for the words around its text.
alter table mails add column language text not null default 'pt-BR'
  check (language in ('pt-BR', 'en'));
