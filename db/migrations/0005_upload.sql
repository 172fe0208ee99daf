-- One upload of a title: the master with its poster and trailer, and how far its processing is.
create table upload (
  id uuid primary key default gen_random_uuid(),
  kid uuid not null unique references asset,
  account_id uuid not null references account,
  status text not null,
  total_copies int not null check (total_copies between 1 and 10000),
  step text,                                    -- what is being done now
  progress int not null default 0 check (progress between 0 and 100),
  failure text,                                 -- a code of the error catalogue
  failure_params jsonb,
  subtitles jsonb not null default '[]',
  created_at timestamptz not null,
  completed_at timestamptz,
  processed_at timestamptz
);
create index upload_by_account on upload (account_id, created_at desc);

create table upload_file (
  id uuid primary key default gen_random_uuid(), -- the upload_id of complete_upload
  upload_id uuid not null references upload on delete cascade,
  role text not null check (role in ('asset', 'poster', 'trailer')),
  file_name text not null,
  mime text not null,
  size bigint check (size > 0),
  md5 text not null,                             -- base64, of the whole file
  storage_key text not null,
  multipart_id text,                             -- null: one PUT
  completed_at timestamptz,
  unique (upload_id, role)
);

-- One encoded version of a title's master or trailer; present: it is in storage.
create table rendition (
  id uuid primary key default gen_random_uuid(),
  kid uuid not null references asset,
  of text not null check (of in ('asset', 'trailer')),
  name text not null,                            -- video-360, video-720, audio …
  media_index jsonb not null,                    -- what manifests are made of
  created_at timestamptz not null,
  unique (kid, of, name)
);

-- Keys of encrypted tracks, sealed like wallet keys.
create table content_key (
  kid uuid not null references asset,
  track text not null check (track in ('video', 'audio')),
  key_id uuid not null unique,                   -- KID in the file
  kek_id text not null,
  wrapped bytea not null,
  sealed bytea not null,
  primary key (kid, track)
);
