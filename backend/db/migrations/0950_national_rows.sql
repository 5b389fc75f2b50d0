-- The makers whose cars a dealer sells; null: all of them.
alter table companies add column brands bigint[];

-- Makes `name` a table of which the manufacturer's writers write rows for an audience: companies, brands (makers), roles, each all of
-- them (null) or those that are named. A draft is read by its writers alone. Who asks says it by settings of the transaction: the
-- company, its brands (`*`: all), the role of the person; what is not said is in no list.
create function addressed_table(name regclass) returns void language plpgsql as $$ begin
  perform national_table(name);
  execute format('alter policy read on %s using (not draft
    and (for_companies is null or app_company() = any (for_companies))
    and (for_brands is null or app_setting(''brands'') = ''*'' or for_brands::text[] && string_to_array(app_setting(''brands''), '',''))
    and (for_roles is null or app_setting(''role'') = any (for_roles)))', name);
  execute format('alter policy write on %s using (app_company() = 10 and app_setting(''writes'') = ''national'')
    with check (app_company() = 10 and app_setting(''writes'') = ''national'')', name);
end $$;

alter table notices rename column audience to for_companies;
alter table notices add column for_brands bigint[];
alter table notices add column for_roles text[];
alter table notices add column draft boolean not null default false;
select addressed_table('notices');

alter table releases add column for_companies int[];
alter table releases add column for_brands bigint[];
alter table releases add column for_roles text[];
alter table releases add column draft boolean not null default false;
select addressed_table('releases');
