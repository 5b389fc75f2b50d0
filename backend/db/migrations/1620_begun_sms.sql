-- That an SMS leaves is noted before it does: a process that stands still between the provider's answer and its note has sent
-- it, and nobody knows. Until now another process then sent it once more.
alter table messages add column sending_at timestamptz;
