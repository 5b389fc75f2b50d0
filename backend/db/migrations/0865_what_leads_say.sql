-- What sources say of a lead: a second telephone, the car's chassis, what is given in exchange, and all that has no field.
alter table leads
  add column phone2 text,
  add column vin text not null default '',
  add column trade_in text not null default '',
  add column details text not null default '';
create index leads_phone2 on leads (company_id, phone2) where phone2 is not null;

alter table lead_intakes
  -- Whom it names: an id that a source gives to two people is not one lead.
  add column who text not null default '',
  -- What a document or a mail says, as people read it; `raw` is kept until it is read.
  add column shown text,
  -- What was found in what waits: the form begins with it.
  add column found jsonb not null default '{}',
  -- The sender of a mail who is not admitted.
  add column sender text,
  drop constraint lead_intakes_known,
  add constraint lead_intakes_known unique (company_id, source, external_id, who);
create index lead_intakes_of_sender on lead_intakes (company_id, sender) where sender is not null and settled_at is null;

-- A lead is found by what was said in those that became it.
create or replace view leads_words with (security_invoker = true) as
  select t.company_id, t.id as record_id, word
  from leads t
    join leads said on said.company_id = t.company_id and (said.id = t.id or said.merged_into = t.id)
    left join customers c on c.company_id = t.company_id and c.id = t.customer_id,
    unnest(words_of(concat_ws(' ', said.name, c.name, said.vehicle, said.source_name, split_part(said.email, '@', 1))) || word_of(said.email)
      || number_words(said.number) || phone_words(said.phone) || phone_words(said.phone2) || code_words(said.plate) || code_words(said.vin)) word
  where word <> '';
