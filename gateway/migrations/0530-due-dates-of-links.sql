-- In each bucket. The charges of a payment link can have a due date.

alter table payment_links add column due json;

-- An unpaid charge with a due date would hold a piece for weeks.
alter table payment_links
  add constraint payment_links_due_without_stock check (due is null or stock is null);
