-- The title's royalty rate for this kind of deal when the listing was made, as its seller was shown. A deal
-- takes the lesser of this and the title's present rate. Null on older listings: the title's rate alone.
alter table listing add column royalty_rate_bp int check (royalty_rate_bp between 0 and 10000);
