-- One issue of a title's copies: the first comes with its upload, further ones are added later.
create table issue_batch (
  id uuid primary key default gen_random_uuid(),
  kid uuid not null references asset,
  n int not null check (n > 0),
  first_number int not null check (first_number > 0),
  copies int not null check (copies > 0),
  title text,                                   -- null: that of the title itself
  description text,                             -- null: nothing is said about it
  at timestamptz not null,
  constraint issue_batch_once unique (kid, n)
);
insert into issue_batch (kid, n, first_number, copies, at)
select kid, 1, first_number, copies_count, published_at from asset
where published_at is not null and copies_count > 0;

-- A batch that people were told of stays as it was.
create trigger issue_batch_kept before update or delete or truncate on issue_batch
  for each statement execute function refuse_change();
