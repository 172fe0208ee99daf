-- Accepts only the languages of the product: a stored name such as `__proto__` stopped mails.
create function is_language(tag text) returns boolean immutable language sql
  return tag in ('ar', 'de', 'en', 'es', 'fr', 'ja', 'ko', 'pt', 'zh-Hans', 'zh-Hant');

update account set lang = 'en' where not is_language(lang);
update purchase set lang = 'en' where not is_language(lang);
update payout set lang = 'en' where not is_language(lang);
update waiting_entry set lang = 'en' where not is_language(lang);
update mail set lang = 'en' where not is_language(lang);

alter table account add constraint account_language_is_known check (is_language(lang)) not valid;
alter table purchase add constraint purchase_language_is_known check (is_language(lang)) not valid;
alter table payout add constraint payout_language_is_known check (is_language(lang)) not valid;
alter table waiting_entry add constraint entry_language_is_known check (is_language(lang)) not valid;
