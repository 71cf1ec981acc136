import Bowser from 'bowser';

export interface Device {
  /** `Firefox on Windows`. */
  name: string;
  handheld: boolean;
}

/** A readable name for a user agent. */
export function deviceOf(agent: string): Device {
  if (!agent.trim()) return { name: 'Unknown device', handheld: false };
  const { browser, os, platform } = Bowser.parse(agent);
  const known = [browser.name, os.name].filter(Boolean).join(' on ');
  return { name: known || agent, handheld: platform.type === 'mobile' || platform.type === 'tablet' };
}
