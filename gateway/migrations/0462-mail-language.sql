-- The language of a mail, for the words around its text.
alter table mails add column language text not null default 'pt-BR';
alter table mails add constraint mails_language_check check (language in ('pt-BR', 'en'));
