-- In each bucket. Mails to the payers of subscriptions: their addresses, and the kinds of mails.

alter table subscriptions add column payer_email text;

alter table payer_mails drop constraint payer_mails_kind_check;
alter table payer_mails add constraint payer_mails_kind_check
  check (kind in ('before', 'on_due_day', 'after', 'receipt', 'attempt_1_failed',
    'attempt_2_failed', 'attempt_3_failed', 'attempt_4_failed', 'subscription_canceled'));
