-- Reads of somebody's rentals of a title, and of those of a title that are over, find them by index.
create index rental_by_renter_and_title on rental (renter, kid);
create index rental_active_by_title on rental (kid, ends_at) where status = 'active';
drop index rental_by_title;
