-- The request by which an agency registers a sold car: whom it was given to, and when. That it is done is said by the car.
alter table contracts
  add column registration_agency text not null default '',
  add column registration_asked_on date;
