-- From which edition of the manufacturer a draft was copied: the network hears of it when the draft is published.
alter table layouts add column copied_layout_id bigint, add column copied_edition int;
