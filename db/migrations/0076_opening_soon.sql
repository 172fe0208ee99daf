-- Finds the titles whose sale has not begun, for a row of the home page.
create index asset_by_sale_start on asset (sale_starting_at) where sale_starting_at is not null;
