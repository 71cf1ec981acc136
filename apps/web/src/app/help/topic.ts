import type texts from './texts/en.json';

/** What a screen is for; its help text has this name. */
export type HelpTopic = keyof typeof texts;

export interface HelpText {
  /** What the screen is for. */
  about: string;
  /** What people do here. `**Send files**` stands for this text of the screens, in the language of the page. */
  tasks: string[];
  /** What happens after that. */
  next: string;
}

export type HelpTexts = Readonly<Record<HelpTopic, HelpText>>;
