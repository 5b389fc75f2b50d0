-- A credit note brings a contract back to "approved" and approves nothing: such days are told apart by the stay before them.
create index network_facts_credited on network_facts (company_id, record_id, until)
  where entity = 'contract' and state = 'billed' and until is not null;
