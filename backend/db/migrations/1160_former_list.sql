-- What a draft gave up when it took today's list: the price day before, its instant, and the options of then; until it is saved again.
alter table quotes add column former_list jsonb check (former_list is null or jsonb_typeof(former_list) = 'object');
