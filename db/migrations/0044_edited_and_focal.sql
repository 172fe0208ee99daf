-- When a brand's or a group's owner last saved it: two who edit it at once do not undo each other.
alter table brand add column edited_at timestamptz;
alter table title_group add column edited_at timestamptz;

-- What stays in view where a picture is cropped is a fact of the picture: covers have it as heroes do.
update brand
  set hero_picture = hero_picture
    || jsonb_build_object('focal', jsonb_build_object('x', hero_focal_x, 'y', hero_focal_y))
  where hero_picture is not null and (hero_focal_x <> 0.5 or hero_focal_y <> 0.5);
alter table brand
  drop column hero_image, drop column hero_focal_x, drop column hero_focal_y; -- all in hero_picture
