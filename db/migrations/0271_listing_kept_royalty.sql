-- A name that no title has: statements that join listings and titles, also those of a server of the version
-- before, name the columns of titles alone.
alter table listing rename column royalty_rate_bp to kept_royalty_bp;
alter table listing rename constraint listing_royalty_rate_bp_check to listing_kept_royalty_bp_check;
