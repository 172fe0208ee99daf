-- Checks the rows that a server of the version before may have written since 0072.
update account set lang = 'en' where not is_language(lang);
update purchase set lang = 'en' where not is_language(lang);
update payout set lang = 'en' where not is_language(lang);
update waiting_entry set lang = 'en' where not is_language(lang);

alter table account validate constraint account_language_is_known;
alter table purchase validate constraint purchase_language_is_known;
alter table payout validate constraint payout_language_is_known;
alter table waiting_entry validate constraint entry_language_is_known;
