-- A quote knows the lead that it answers.
alter table quotes add column lead_id bigint,
  add constraint quotes_company_id_lead_id_fkey foreign key (company_id, lead_id) references leads (company_id, id);
create index quotes_of_lead on quotes (company_id, lead_id) where lead_id is not null;
