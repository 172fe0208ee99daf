-- A job looks every few seconds for what administrators offered before they became ones, and is not to read
-- every account.
create index account_admins on account (id) where role = 'ADMIN';
