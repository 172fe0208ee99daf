-- Where the eye goes in a brand's picture, from its left and top edge (0) to the other (1): what every
-- crop of it keeps in view.
alter table brand
  add column hero_focal_x double precision not null default 0.5 check (hero_focal_x between 0 and 1),
  add column hero_focal_y double precision not null default 0.5 check (hero_focal_y between 0 and 1);
