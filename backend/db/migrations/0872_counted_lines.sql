-- contract_lines_told (0871) has all that this one had.
drop index contract_lines_counted;
