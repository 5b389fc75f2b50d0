-- Targets of new cars may be of a basket, and companies tell the manufacturer of which of its baskets they are.
alter table targets drop constraint targets_aim_check;
alter table targets add constraint targets_aim_check check (aim in ('type', 'company', 'plan', 'basket'));
alter table network_baskets drop constraint network_baskets_used_by_check;
alter table network_baskets add constraint network_baskets_used_by_check check (used_by in ('campaign', 'plan', 'rule', 'target'));
