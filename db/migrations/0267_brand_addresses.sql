-- Every address that a brand has or had. Each keeps leading to its brand, so no other brand gets it.
create table brand_address (
  account text primary key,
  brand_id uuid not null references brand on delete cascade
);
insert into brand_address select account, id from brand;
create index brand_address_by_brand on brand_address (brand_id);

alter table brand drop constraint brand_account_is_free;
create index brand_by_account on brand (account);

create function keep_brand_address() returns trigger language plpgsql as $$
begin
  insert into brand_address values (new.account, new.id)
    on conflict (account) do update set brand_id = new.id where brand_address.brand_id = new.id;
  if not found then
    raise exception 'another brand has or had the address'
      using errcode = 'unique_violation', constraint = 'brand_account_is_free';
  end if;
  return null;
end $$;
create trigger keep_brand_address after insert or update of account on brand
  for each row execute function keep_brand_address();

-- A copy's free distribution is found by the batch of its listing.
create index distribution_by_batch on distribution (batch);
