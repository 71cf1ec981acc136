import Bowser from 'bowser';
import type { Translate } from './texts/texts';

const deviceNames = new Set([...Object.values(Bowser.BROWSER_MAP), ...Object.values(Bowser.OS_MAP)]);

/** `Firefox on Windows`: only names of the library, because the caller writes the rest of a `User-Agent`. Empty if it knows none. */
export function deviceOf(agent: string, t: Translate): string {
  if (!agent.trim()) return '';
  const { browser, os } = Bowser.parse(agent);
  const known = [browser, os].flatMap(({ name }) => (name && deviceNames.has(name) ? [name] : []));
  return known.join(t(' on '));
}
