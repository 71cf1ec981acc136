interface Link {
  label: string;
  link: string;
}

/** The text of a mail; every string is a Handlebars template. Paragraphs are plain text; the layout renders them as HTML. */
export interface MailText {
  subject: string;
  /** Shown next to the subject in an inbox. */
  preheader: string;
  heading: string;
  /** Paragraphs before the code or the button; empty ones are left out. */
  before: string[];
  /** On a separate line. */
  code?: string;
  /** Name of the data field with the items of a list. */
  list?: string;
  button?: Link;
  /** A second link, below the button. */
  otherLink?: Link;
  after?: string[];
  /** Why the recipient gets this mail. */
  why: string;
}

export const hello = 'Hello {{firstName}},';
export const codeNote = 'The code works once and is valid for 10 minutes. Tradepost staff will never ask you for it.';
export const unknownSender = 'If you do not know this address, you can ignore this mail.';
export const ofAccount =
  'You get this mail because this address belongs to a Tradepost account. Security emails are always sent.';
export const ofCompany = 'You get this mail because you manage {{companyName}} on Tradepost.';
export const ofReceiver = 'You get this mail because {{companyName}} shares data with this address on Tradepost.';
