-- Memberships have replaced the merchant and the role of a user.
drop index auth.user_by_words;
drop index auth.user_of_merchant;
alter table auth."user" drop constraint user_check;
alter table auth."user" drop constraint user_check1;
alter table auth."user" drop constraint "user_memberRole_check";
alter table auth."user" drop constraint "user_merchantId_fkey";
alter table auth."user" drop column "merchantId";
alter table auth."user" drop column "memberRole";
create index user_by_words on auth."user" using gin (search_words("email"))
  where "role" = 'merchant';
