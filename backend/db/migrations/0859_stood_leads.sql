-- How the lead stood before an action, for taking it back; null of what is not taken back, such as what customers did.
alter table lead_actions add column before jsonb;
