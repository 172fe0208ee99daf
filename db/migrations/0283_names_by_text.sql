-- Readings and what is called so find each other by the text.
create index asset_by_text on asset (title);
create index brand_by_text on brand (name);
