-- What an imported price list looks up for every hundred lines, whatever the size of its edition.
create index catalog_changes_added on catalog_changes (company_id, kind, edition_id, (after->>'code')) where before is null and after ? 'code';
create index catalog_changes_options on catalog_changes (company_id, edition_id, split_part(key, ':', 2))
  where kind in ('versionOptions', 'versionOptionPrices', 'optionRules');
create index catalog_changes_others on catalog_changes (company_id, edition_id, split_part(key, ':', 3)) where kind = 'optionRules';
create index catalog_lines_drawn on catalog_lines (company_id, edition_id, option_id) where made ? ('options '::text || option_id::text);
