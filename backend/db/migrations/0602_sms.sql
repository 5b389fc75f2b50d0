-- Messages also go as SMS.
alter table messages drop constraint messages_channel_check,
  add constraint messages_channel_check check (channel in ('mail', 'sms', 'whatsapp', 'page'));
