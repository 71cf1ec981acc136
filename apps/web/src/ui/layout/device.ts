import Bowser from 'bowser';
import { t } from '../../i18n/t';

export interface Device {
  /** `Firefox on Windows`. */
  name: string;
  handheld: boolean;
}

/** A readable name for a user agent. */
export function deviceOf(agent: string): Device {
  if (!agent.trim()) return { name: t('Unknown device'), handheld: false };
  const { browser, os, platform } = Bowser.parse(agent);
  const known =
    browser.name && os.name
      ? t('{browser} on {system}', { browser: browser.name, system: os.name })
      : (browser.name ?? os.name);
  return { name: known || agent, handheld: platform.type === 'mobile' || platform.type === 'tablet' };
}
