/** Where a ticket is: the manufacturer's turn, the asker's, or over. */
export const ticketStates = {
  open: { label: 'Da rispondere', tone: 'warn' },
  waiting: { label: 'In attesa', tone: 'info' },
  closed: { label: 'Chiuso', tone: 'mute' },
} as const;
export type TicketState = keyof typeof ticketStates;

/** How often somebody asks in a day, and the most messages of one ticket. */
export const [MOST_TICKETS, MOST_MESSAGES] = [20, 200];
/** The most tickets that a list shows: the newest change first. */
export const MOST_SHOWN = 200;

/** The most files of one message. */
export const MOST_FILES = 5;
/** Days after the end of a ticket, or after an answer to which nobody came back, for which what was shown of persons is kept. */
export const SHOWN_DAYS = 30;
/** The same where nobody of the manufacturer has answered: it is still to be helped, but not for ever. */
export const UNANSWERED_DAYS = 180;

/** The most characters of what several tickets come from, and of the name of an answer that is kept ready. */
export const [CAUSE_LENGTH, TITLE_LENGTH] = [80, 60];
/** The most answers that are kept ready: more are no quicker to find than to write. */
export const MOST_READY = 100;

export const SUBJECT_LENGTH = 120;
export const MESSAGE_LENGTH = 4_000;
