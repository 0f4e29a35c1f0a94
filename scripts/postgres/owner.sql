-- Read by psql when the database of compose.yaml is made: an ordinary account, which may make the role that its statements
-- run as (docs/operations.md), and a superuser whom nobody reaches from outside the container.
\getenv password POSTGRES_PASSWORD
create role baycall login createrole nosuperuser password :'password';
create database baycall owner baycall;
alter role postgres password null;
