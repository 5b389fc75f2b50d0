-- How somebody signed on the dealer's tablet: the line that was drawn, as the data of an SVG path (domain/signatures/drawing.ts).
alter table signature_signers add column drawing text;
