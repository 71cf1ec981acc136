import Bowser from 'bowser';
import type { Translate } from './texts/texts';

const deviceNames = new Set([...Object.values(Bowser.BROWSER_MAP), ...Object.values(Bowser.OS_MAP)]);

/** `Firefox on Windows`. */
export function deviceOf(agent: string, t: Translate): string {
  if (!agent.trim()) return t('Unknown device');
  const { browser, os } = Bowser.parse(agent);
  return [browser.name, os.name].filter(Boolean).join(t(' on ')) || agent.slice(0, 100);
}

/** For mails to strangers: only names of the library, because the caller writes the rest of a `User-Agent`. */
export function knownDeviceOf(agent: string, t: Translate): string {
  if (!agent.trim()) return t('an unknown device');
  const { browser, os } = Bowser.parse(agent);
  const known = [browser, os].flatMap(({ name }) => (name && deviceNames.has(name) ? [name] : []));
  return known.join(t(' on ')) || t('an unknown device');
}
