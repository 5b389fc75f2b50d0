-- From this day on a make or a model is sold no more, with all its versions: as of a version, the list of an earlier day
-- stays sellable for quotes that keep it. Null beside `published = false`: it was never on a list that anybody keeps.
alter table makers add column retired_on date;
alter table models add column retired_on date;
