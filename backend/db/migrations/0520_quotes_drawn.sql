-- Lists draw the car of each quote: its body, and its paint as `#rrggbb` or, for used cars, as its papers name it.
alter table quotes no force row level security;
alter table used_cars no force row level security;
alter table quotes add column body text, add column paint text;
update quotes q set body = c.body, paint = nullif(c.colour, '') from used_cars c
  where c.company_id = q.company_id and c.id = q.stock_id;
update quotes q set body = m.body from models m where q.stock_id is null and m.id = q.model_id;
update quotes q set paint = coalesce(o.colour, o.name) from options o
  where q.stock_id is null and o.kind = 'colour' and q.draft -> 'optionIds' @> to_jsonb(o.id);
update quotes q set paint = coalesce(o.colour, o.name) from version_options v join options o on o.id = v.option_id
  where q.paint is null and q.stock_id is null and v.version_id = q.version_id and v.standard and o.kind = 'colour';
alter table quotes alter column body set not null;
alter table quotes force row level security;
alter table used_cars force row level security;
