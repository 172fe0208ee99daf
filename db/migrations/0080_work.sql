-- A request for a code that cost work: the id of the task, which pays once.
alter table sign_in_code add work text constraint sign_in_code_work_pays_once unique;

-- Wrong coupon codes are counted by account only: 80 bits cannot be guessed, from any network.
drop index coupon_try_by_network;
alter table coupon_try alter network set default '';
